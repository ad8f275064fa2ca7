import type { MailPreview } from "@/lib/decisions/preview";
import { readEnrollmentStatus } from "@/lib/decisions/standing";
import type { Locale } from "@/lib/i18n/locales";
import { getMailSchool } from "@/lib/mail/prepare";
import { renderMailText } from "@/lib/mail/render";
import { createLinkPreview } from "@/lib/mail/setup-link";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { validateQuestion, type QuestionInput } from "./ask";

/**
 * The mail that a question would send, to whom and in which language, without asking.
 * @throws Refused, StaffRefusal as `askFamily`
 */
export async function previewQuestion(input: QuestionInput, actor: Actor, now: Date): Promise<MailPreview> {
  requirePermission(actor, "decide");
  const { reference, reason = "", words = "", answerBy } = input;
  const standing = await readEnrollmentStatus(prisma(), { reference });
  const asked = { reason, words: words.trim(), answerBy };
  const { to, tells } = await validateQuestion(prisma(), standing, asked, now);
  const { student, schoolYear } = await prisma().enrollment.findUniqueOrThrow({
    where: { id: standing.id },
    select: {
      student: { select: { name: true, surname: true } },
      schoolYear: { select: { year: true } },
    },
  });
  const locale = to.locale as Locale;
  const school = await getSettings();
  const details = {
    school: await getMailSchool(school),
    confirmed: to.hasAccount,
    name: to.name ?? undefined,
    students: [[student.name, student.surname].filter(Boolean).join(" ")],
    references: [reference],
    year: schoolYear.year,
    ...createLinkPreview("answer", locale, now, school),
    tells,
  };
  return { to: to.email, name: to.name, locale, ...renderMailText("question", locale, details) };
}
