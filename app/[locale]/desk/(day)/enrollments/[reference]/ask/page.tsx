import { useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { toPreviewMail } from "@/app/[locale]/desk/_lib/preview-mails";
import { getListQuery } from "@/app/[locale]/desk/_lib/session";
import { DeskPage } from "@/components/desk/desk-page";
import { MailPreview } from "@/components/desk/mail-preview";
import type { PreviewMail } from "@/components/forms/action-state";
import { PreviewButton, SelectField, SubmitButton, TextAreaField } from "@/components/forms/fields";
import { PageHeading } from "@/components/layout/page-column";
import type { Option } from "@/components/ui/controls/select";
import { Icon } from "@/components/ui/icons/icon";
import { send } from "@/components/ui/icons/paths";
import { Notice } from "@/components/ui/notice";
import { previewQuestion, REMIND_DAYS_BEFORE } from "@/lib/decisions/questions/verbs";
import { listQuestionReasons } from "@/lib/decisions/reasons";
import { getEnrollmentUrl } from "@/lib/desk/list/filters";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { addElision } from "@/lib/i18n/format";
import type { Actor } from "@/lib/people/staff/permissions";
import { DomainError } from "@/lib/people/verb";
import { addDays } from "@/lib/platform/dates";
import { getSchoolToday } from "@/lib/school/settings";

/** Days until the deadline. */
const DEADLINE_DAYS = [3, 7, 14, 28];

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
      listDeadlines(),
    ]);
    const { name, surname } = enrollment.student;
    const erased = await getTranslations("desk.enrollment.erased");
    const student = [name, surname].filter(Boolean).join(" ") || erased("name");
    const title = t("heading", addElision({ student }));
    const preview = enrollment.questions.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt)
      ? "question_open"
      : await previewInitialQuestion(actor, {
          reference,
          reason: reasons[0]?.code ?? "",
          answerBy: days[1]?.value ?? "",
        });
    const isBlocked = typeof preview === "string" && preview !== "question_needed";
    return (
      <DeskPage back={{ href: getEnrollmentUrl(reference, await getListQuery()), text: t("back") }}>
        {isBlocked ? (
          <>
            <title>{title}</title>
            <PageHeading caption={<span className="font-mono">{reference}</span>}>{title}</PageHeading>
            <Notice tone="wait">{problems(preview as "question_over")}</Notice>
          </>
        ) : (
          <NewQuestionForm
            reference={reference}
            reasons={reasons.map((reason) => ({ value: reason.code, label: reason[locale] }))}
            days={days}
            mails={typeof preview === "string" ? undefined : preview}
            title={title}
          />
        )}
      </DeskPage>
    );
  },
);

async function listDeadlines() {
  const [{ fullDay }, from] = await Promise.all([getDateFormats(), getSchoolToday()]);
  return DEADLINE_DAYS.map((count) => {
    const day = addDays(from, count);
    return { value: day, label: fullDay(day) };
  });
}

/** The mail for the initial values, or the error code that prevents it. */
async function previewInitialQuestion(actor: Actor, question: Parameters<typeof previewQuestion>[0]) {
  try {
    return [await toPreviewMail(await previewQuestion(question, actor, new Date()))];
  } catch (error) {
    if (error instanceof DomainError) return error.issues[0]?.code ?? "";
    throw error;
  }
}

type Props = {
  reference: string;
  /** By code. */
  reasons: Option[];
  /** Days until the deadline; the second is the default. */
  days: Option[];
  /** The mail for the initial values. */
  mails: PreviewMail[] | undefined;
  title: string;
};

/** What is missing, with a deadline and the mail. */
function NewQuestionForm({ reference, reasons, days, mails, ...page }: Props) {
  const t = useTranslations("desk.questions");
  return (
    <DeskForm
      name="ask"
      verb="family_asked"
      {...page}
      className="beside"
      caption={<span className="font-mono">{reference}</span>}
      above={<p className="mb-6 max-w-measure">{t("lead")}</p>}
    >
      <div>
        <SelectField
          name="reason"
          label={t("reason")}
          options={[...reasons, { value: "", label: t("other") }]}
          defaultValue={reasons[0]?.value}
        />
        <TextAreaField name="words" label={t("words")} hint={t("wordsHint")} rows={4} maxLength={2000} />
        <SelectField
          name="answerBy"
          label={t("answerBy")}
          hint={t("answerByHint", { days: REMIND_DAYS_BEFORE })}
          options={days}
          defaultValue={days[1]?.value}
        />
        <MailPreview mails={mails} texts={{ title: t("preview"), nobody: "", later: t("previewLater") }} />
      </div>
      <div className="card card-raised">
        <p className="mb-5 text-small">{t("note")}</p>
        <div className="grid gap-3">
          <SubmitButton name="intent" value="ask">
            <Icon d={send} />
            {t("submit")}
          </SubmitButton>
          <PreviewButton>{t("look")}</PreviewButton>
        </div>
      </div>
    </DeskForm>
  );
}
