import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { getListQuery } from "@/app/[locale]/desk/_lib/session";
import { BackLink } from "@/components/desk/back-link";
import { DeskColumn } from "@/components/desk/desk-column";
import { PageHeading } from "@/components/layout/page-column";
import { Notice } from "@/components/ui/notice";
import { previewQuestion } from "@/lib/decisions/questions/verbs";
import { listQuestionReasons } from "@/lib/decisions/reasons";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { addElision } from "@/lib/i18n/format";
import type { Actor } from "@/lib/people/staff/permissions";
import { DomainError } from "@/lib/people/verb";
import { addDays, toDate } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { NewQuestionForm } from "./new-question-form";

/** Days until the deadline. */
const DAYS = [3, 7, 14, 28];

/** A question to a family about missing information (desk 37). */
export default defineDeskPage(
  "decide",
  "desk.questions",
  async ({ t, actor, params: { reference = "" } }) => {
    const enrollment = await readEnrollmentRecord(actor, reference, new Date());
    if (!enrollment) return;

    const locale = await getLocale();
    const [problems, reasons, days] = await Promise.all([
      getTranslations("desk.problems"),
      listQuestionReasons(),
      daysToAnswer(),
    ]);
    const { name, surname } = enrollment.student;
    const student = [name, surname].filter(Boolean).join(" ");
    const title = t("heading", addElision({ student }));
    const first = enrollment.questions.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt)
      ? "question_open"
      : await firstPreview(actor, {
          reference,
          reason: reasons[0]?.code ?? "",
          answerBy: days[1]?.value ?? "",
        });
    const hinders = typeof first === "string" && first !== "question_needed";
    return (
      <DeskColumn>
        <BackLink href={getEnrollmentUrl(reference, await getListQuery())}>{t("back")}</BackLink>
        {hinders ? (
          <>
            <title>{title}</title>
            <PageHeading caption={<span className="font-mono">{reference}</span>}>{title}</PageHeading>
            <Notice tone="wait">{problems(first as "question_over")}</Notice>
          </>
        ) : (
          <NewQuestionForm
            reference={reference}
            reasons={reasons.map((reason) => ({ value: reason.code, label: reason[locale] }))}
            days={days}
            first={typeof first === "string" ? undefined : first}
            title={title}
          />
        )}
      </DeskColumn>
    );
  },
);

async function daysToAnswer() {
  const [format, from] = await Promise.all([getFormatter(), getSchoolToday()]);
  return DAYS.map((count) => {
    const day = addDays(from, count);
    return { value: day, label: format.dateTime(toDate(day), { dateStyle: "full", timeZone: "UTC" }) };
  });
}

/** The mail for the initial values, or the error code that prevents it. */
async function firstPreview(actor: Actor, question: Parameters<typeof previewQuestion>[0]) {
  try {
    return [await toPreviewMail(await previewQuestion(question, actor, new Date()))];
  } catch (error) {
    if (error instanceof DomainError) return error.issues[0]?.code ?? "";
    throw error;
  }
}
