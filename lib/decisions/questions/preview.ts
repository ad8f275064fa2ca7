import type { PreviewedMail } from "@/lib/decisions/preview";
import { readStanding } from "@/lib/decisions/standing";
import type { Locale } from "@/lib/i18n/locales";
import { schoolDetails } from "@/lib/mail/prepare";
import { mailText } from "@/lib/mail/render";
import { linkShown } from "@/lib/mail/setup-link";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { checkQuestion, type QuestionInput } from "./ask";

/**
 * The mail that a question would send, to whom and in which language, without asking.
 * @throws Refused, StaffRefusal as `askFamily`
 */
export async function previewQuestion(input: QuestionInput, actor: Actor, now: Date): Promise<PreviewedMail> {
  demand(actor, "decide");
  const { reference, reason = "", words = "", answerBy } = input;
  const standing = await readStanding(prisma(), { reference });
  const asked = { reason, words: words.trim(), answerBy };
  const { to, tells } = await checkQuestion(prisma(), standing, asked, now);
  const { student, schoolYear } = await prisma().enrollment.findUniqueOrThrow({
    where: { id: standing.id },
    select: {
      student: { select: { name: true, surname: true } },
      schoolYear: { select: { year: true } },
    },
  });
  const locale = to.locale as Locale;
  const school = await settings();
  const details = {
    school: await schoolDetails(school),
    confirmed: to.hasAccount,
    name: to.name ?? undefined,
    students: [[student.name, student.surname].filter(Boolean).join(" ")],
    references: [reference],
    year: schoolYear.year,
    ...linkShown("answer", locale, now, school),
    tells,
  };
  return { to: to.email, name: to.name, locale, ...mailText("question", locale, details) };
}
