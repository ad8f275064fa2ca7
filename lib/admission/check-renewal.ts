import { sendingBack } from "@/lib/decisions/check-list";
import type { PreviewedMail } from "@/lib/decisions/preview";
import type { Locale } from "@/lib/i18n/locales";
import { schoolDetails } from "@/lib/mail/prepare";
import { mailText } from "@/lib/mail/render";
import { linkShown } from "@/lib/mail/setup-link";
import { type Actor, demand } from "@/lib/people/staff/rights";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { renewers, yearBefore } from "./renewers";
import { type Asking, isAsked, namedIn, tellsOf, toBeAsked } from "./to-be-asked";

export type CheckedRenewal = {
  before: number | undefined;
  /** Students, by what they are asked; those of whom the desk speaks with the family. */
  silent: number;
  waits: number;
  desk: number;
  /** Mails, one for each who answers. */
  mails: number;
  /** One of each sort and language. */
  samples: PreviewedMail[];
  /** Whom no mail reaches. */
  unreached: { reference: string; student: string }[];
};

/** What opening a year's renewal would do, as it stands now. */
export async function checkRenewal(
  actor: Actor,
  { id, year }: { id: number; year: string },
  answerBy: Day,
): Promise<CheckedRenewal> {
  demand(actor, "run_round");
  const [people, bounce, before] = await Promise.all([renewers(id), sendingBack(), yearBefore(id)]);
  const all = await toBeAsked(people, prisma());
  const reached = all.filter(({ reader }) => !bounce.has(reader.id));
  const heard = new Set(reached.flatMap(({ asked }) => asked));
  const samples = new Map<string, Asking>();
  for (const asking of reached) {
    const { waits } = tellsOf(asking, year, answerBy);
    const key = `${asking.reader.locale} ${waits === "all"}`;
    if (!samples.has(key)) samples.set(key, asking);
  }
  const of = (answer: string) => people.filter((one) => one.answer === answer).length;
  return {
    before,
    silent: of("silent"),
    waits: of("waits"),
    desk: of("desk"),
    mails: reached.length,
    samples: await Promise.all([...samples.values()].map((asking) => sampleOf(asking, year, answerBy))),
    unreached: people.filter((one) => isAsked(one) && !heard.has(one)),
  };
}

async function sampleOf(asking: Asking, year: string, answerBy: Day): Promise<PreviewedMail> {
  const { email, name, hasAccount, ...reader } = asking.reader;
  const locale = reader.locale as Locale;
  const school = await settings();
  const details = {
    school: await schoolDetails(school),
    confirmed: hasAccount,
    name: name ?? undefined,
    students: namedIn(asking).map(({ student }) => student),
    year,
    ...linkShown("answer", locale, new Date(), school),
    tells: tellsOf(asking, year, answerBy),
  };
  return { to: email, name, locale, ...mailText("renewal_asked", locale, details) };
}
