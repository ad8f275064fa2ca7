import { stateRow } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { schoolDetails } from "@/lib/mail/prepare";
import { mailText } from "@/lib/mail/render";
import { accountUrl } from "@/lib/mail/setup-link";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { answerDay } from "./answers/open-answer";
import { type CheckedDecision, checkDecision, type DecisionInput } from "./decide";
import { messagesOf, type ToTell } from "./messages";
import { tellsNothing } from "./record-decision";
import type { Standing } from "./standing";
import type { YearPlaces } from "./year-places";

export type PreviewedMail = {
  to: string;
  name: string | null;
  locale: Locale;
  subject: string;
  text: string;
};

/**
 * What a decision would bring about, without making it: the very messages, to whom, in which language;
 * none where the family knows already.
 * @param year the places of its year where they were read before
 * @throws DecisionRefusal, StaffRefusal as `decide`
 */
export async function previewDecision(
  input: DecisionInput,
  actor: Actor,
  year?: YearPlaces,
): Promise<PreviewedMail[]> {
  const { checked, silent } = await prisma().$transaction(async (tx) => {
    const checked = await checkDecision(tx, input, actor, year);
    return {
      checked,
      silent: await tellsNothing(tx, checked.standing, checked.transition.to, checked.place),
    };
  });
  return silent ? [] : previewMails(checked);
}

type ToPreview = Pick<CheckedDecision, "place" | "words"> &
  Pick<ToTell, "reason"> & {
    standing: Pick<Standing, "id" | "reference" | "schoolYearId" | "studentId">;
    transition: Pick<CheckedDecision["transition"], "to">;
  };

/** The messages of a decision that was checked, and tells something. */
export async function previewMails(checked: ToPreview): Promise<PreviewedMail[]> {
  const { standing, transition, place, words, reason } = checked;
  const { schoolYearId } = standing;
  const { to } = transition;
  const keepBy = stateRow(to).holds === "place" ? await answerDay(prisma(), schoolYearId) : undefined;
  const toTell = { to, schoolYearId, place, words, reason, keepBy };
  const messages = await messagesOf(prisma(), standing.studentId, toTell, new Date());
  const about = await aboutOf(checked);
  return messages.map(({ kind, locale, email, name, confirmed, tells }) => {
    const details = { ...about, confirmed, name: name ?? undefined, link: accountUrl(locale), tells };
    return { to: email, name, locale, ...mailText(kind, locale, details) };
  });
}

async function aboutOf({ standing }: Pick<ToPreview, "standing">) {
  const { student, schoolYear } = await prisma().enrollment.findUniqueOrThrow({
    where: { id: standing.id },
    select: {
      student: { select: { name: true, surname: true } },
      schoolYear: { select: { year: true } },
    },
  });
  return {
    school: await schoolDetails(await settings()),
    students: [[student.name, student.surname].filter(Boolean).join(" ")],
    reference: standing.reference,
    year: schoolYear.year,
  };
}
