import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { addressed } from "@/app/[locale]/desk/decision-preview";
import { formWords } from "@/app/[locale]/desk/form-words";
import { listHere, requireStaff } from "@/app/[locale]/desk/session";
import { NoSuchPage } from "@/app/[locale]/no-such-page";
import { orAway } from "@/app/[locale]/or-away";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Title } from "@/components/site/page";
import { Notice } from "@/components/ui/notice";
import { previewQuestion } from "@/lib/decisions/questions/preview";
import { askingReasons } from "@/lib/decisions/reasons";
import type { Locale } from "@/lib/i18n/locales";
import { withSounds } from "@/lib/i18n/sounds";
import { enrollmentAddress } from "@/lib/office/enrollment-address";
import { showEnrollment } from "@/lib/office/show";
import { type Actor, may } from "@/lib/people/staff/rights";
import { Refused } from "@/lib/people/verb";
import { dateOf, daysAfter } from "@/lib/platform/dates";
import { today } from "@/lib/school/today";
import { askAction } from "./actions";
import { AskForm } from "./ask-form";

/** So many days a family has to answer. */
const DAYS = [3, 7, 14, 28];

/** A family is asked for what is missing of its enrollment (desk 37). */
export default orAway(async function Page({
  params,
}: PageProps<"/[locale]/desk/enrollments/[reference]/ask">) {
  const { actor } = await requireStaff();
  const { reference } = await params;
  const enrollment = may(actor, "decide") && (await showEnrollment(actor, reference, new Date()));
  if (!enrollment) return <NoSuchPage />;

  const locale = (await getLocale()) as Locale;
  const [t, problems, words, reasons, days] = await Promise.all([
    getTranslations("desk.questions"),
    getTranslations("desk.problems"),
    formWords(),
    askingReasons(),
    daysToAnswer(),
  ]);
  const { name, surname } = enrollment.student;
  const student = [name, surname].filter(Boolean).join(" ");
  const title = t("heading", withSounds({ student }));
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
      <Back href={enrollmentAddress(reference, await listHere())}>{t("back")}</Back>
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
          action={askAction}
          title={title}
          words={words}
        />
      )}
    </DeskColumn>
  );
});

async function daysToAnswer() {
  const [format, from] = await Promise.all([getFormatter(), today()]);
  return DAYS.map((count) => {
    const day = daysAfter(from, count);
    return { value: day, label: format.dateTime(dateOf(day), { dateStyle: "full", timeZone: "UTC" }) };
  });
}

/** What the form would send as it stands at first; the code of what keeps the family from being asked. */
async function firstPreview(actor: Actor, question: Parameters<typeof previewQuestion>[0]) {
  try {
    return [await addressed(await previewQuestion(question, actor, new Date()))];
  } catch (error) {
    if (error instanceof Refused) return error.issues[0]?.code ?? "";
    throw error;
  }
}
