import { listBouncingPeople } from "@/lib/decisions/check-list";
import type { MailPreview } from "@/lib/decisions/preview";
import type { Locale } from "@/lib/i18n/locales";
import { getMailSchool } from "@/lib/mail/prepare";
import { renderMailText } from "@/lib/mail/render";
import { createLinkPreview } from "@/lib/mail/setup-link";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { listRenewalCandidates, getPreviousYear } from "./renewers";
import { type Invitation, isInvited, listNamedCandidates, createInvitationData, createInvitations } from "./to-be-asked";

export type RenewalPreview = {
  before: number | undefined;
  /** Students, by what they are asked; those of whom the desk speaks with the family. */
  silent: number;
  waits: number;
  desk: number;
  /** Mails, one for each who answers. */
  mails: number;
  /** One of each sort and language. */
  samples: MailPreview[];
  /** Whom no mail reaches. */
  unreached: { reference: string; student: string }[];
};

/** What opening a year's renewal would do, as it stands now. */
export async function previewRenewal(
  actor: Actor,
  { id, year }: { id: number; year: string },
  answerBy: Day,
): Promise<RenewalPreview> {
  requirePermission(actor, "run_round");
  const [people, bounce, before] = await Promise.all([listRenewalCandidates(id), listBouncingPeople(), getPreviousYear(id)]);
  const all = await createInvitations(people, prisma());
  const reached = all.filter(({ reader }) => !bounce.has(reader.id));
  const heard = new Set(reached.flatMap(({ asked }) => asked));
  const samples = new Map<string, Invitation>();
  for (const asking of reached) {
    const { waits } = createInvitationData(asking, year, answerBy);
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
    unreached: people.filter((one) => isInvited(one) && !heard.has(one)),
  };
}

async function sampleOf(asking: Invitation, year: string, answerBy: Day): Promise<MailPreview> {
  const { email, name, hasAccount, ...reader } = asking.reader;
  const locale = reader.locale as Locale;
  const school = await getSettings();
  const details = {
    school: await getMailSchool(school),
    confirmed: hasAccount,
    name: name ?? undefined,
    students: listNamedCandidates(asking).map(({ student }) => student),
    year,
    ...createLinkPreview("answer", locale, new Date(), school),
    tells: createInvitationData(asking, year, answerBy),
  };
  return { to: email, name, locale, ...renderMailText("renewal_asked", locale, details) };
}
