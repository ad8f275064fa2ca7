import { getState } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { getMailSchool } from "@/lib/mail/prepare";
import { renderMailText } from "@/lib/mail/render";
import { getAccountUrl } from "@/lib/mail/setup-link";
import type { Actor } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { getConfirmationDeadline } from "./answers/open-answer";
import { type ValidatedEnrollmentDecision, validateEnrollmentDecision, type DecisionInput } from "./decide";
import { createDecisionMessages, type NotificationContent } from "./messages";
import { isAlreadyNotified } from "./record-decision";
import type { EnrollmentStatus } from "./standing";
import type { YearPlaces } from "./year-places";

export type MailPreview = {
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
): Promise<MailPreview[]> {
  const { checked, silent } = await prisma().$transaction(async (tx) => {
    const checked = await validateEnrollmentDecision(tx, input, actor, year);
    return {
      checked,
      silent: await isAlreadyNotified(tx, checked.standing, checked.transition.to, checked.place),
    };
  });
  return silent ? [] : previewDecisionMails(checked);
}

type ToPreview = Pick<ValidatedEnrollmentDecision, "place" | "words"> &
  Pick<NotificationContent, "reason"> & {
    standing: Pick<EnrollmentStatus, "id" | "reference" | "schoolYearId" | "studentId">;
    transition: Pick<ValidatedEnrollmentDecision["transition"], "to">;
  };

/** The messages of a decision that was checked, and tells something. */
export async function previewDecisionMails(checked: ToPreview): Promise<MailPreview[]> {
  const { standing, transition, place, words, reason } = checked;
  const { schoolYearId } = standing;
  const { to } = transition;
  const keepBy = getState(to).holds === "place" ? await getConfirmationDeadline(prisma(), schoolYearId) : undefined;
  const toTell = { to, schoolYearId, place, words, reason, keepBy };
  const messages = await createDecisionMessages(prisma(), standing.studentId, toTell, new Date());
  const about = await aboutOf(checked);
  return messages.map(({ kind, locale, email, name, confirmed, tells }) => {
    const details = { ...about, confirmed, name: name ?? undefined, link: getAccountUrl(locale), tells };
    return { to: email, name, locale, ...renderMailText(kind, locale, details) };
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
    school: await getMailSchool(await getSettings()),
    students: [[student.name, student.surname].filter(Boolean).join(" ")],
    reference: standing.reference,
    year: schoolYear.year,
  };
}
