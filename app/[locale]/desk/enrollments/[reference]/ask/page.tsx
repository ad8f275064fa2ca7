import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { addressed } from "@/app/[locale]/desk/decision-preview";
import { listHere } from "@/app/[locale]/desk/session";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { previewQuestion } from "@/lib/decisions/questions/verbs";
import { listQuestionReasons } from "@/lib/decisions/reasons";
import type { Locale } from "@/lib/i18n/locales";
import { addElision } from "@/lib/i18n/format";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import type { Actor } from "@/lib/people/staff/permissions";
import { ActionError } from "@/lib/people/verb";
import { toDate, addDays } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";
import { deskPage } from "../../../desk-page";
import { AskForm } from "./ask-form";

/** So many days a family has to answer. */
const DAYS = [3, 7, 14, 28];

/** A family is asked for what is missing of its enrollment (desk 37). */
export default deskPage("decide", "desk.questions", async ({ t, actor, params: { reference = "" } }) => {
  const enrollment = await readEnrollmentRecord(actor, reference, new Date());
  if (!enrollment) return;

  const locale = (await getLocale()) as Locale;
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
      <Back href={getEnrollmentUrl(reference, await listHere())}>{t("back")}</Back>
      {hinders ? (
        <>
          <title>{title}</title>
          <Title caption={<span className="font-mono">{reference}</span>}>{title}</Title>
          <Notice tone="wait">{problems(first as "question_over")}</Notice>
        </>
      ) : (
        <AskForm
          reference={reference}
          reasons={reasons.map((reason) => ({ value: reason.code, label: reason[locale] }))}
          days={days}
          first={typeof first === "string" ? undefined : first}
          title={title}
        />
      )}
    </DeskColumn>
  );
});

async function daysToAnswer() {
  const [format, from] = await Promise.all([getFormatter(), getSchoolToday()]);
  return DAYS.map((count) => {
    const day = addDays(from, count);
    return { value: day, label: format.dateTime(toDate(day), { dateStyle: "full", timeZone: "UTC" }) };
  });
}

/** What the form would send as it stands at first; the code of what keeps the family from being asked. */
async function firstPreview(actor: Actor, question: Parameters<typeof previewQuestion>[0]) {
  try {
    return [await addressed(await previewQuestion(question, actor, new Date()))];
  } catch (error) {
    if (error instanceof ActionError) return error.issues[0]?.code ?? "";
    throw error;
  }
}
