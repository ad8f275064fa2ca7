import { getLocale, getTranslations } from "next-intl/server";
import { AccountForm } from "@/app/[locale]/(account)/_lib/account-form";
import { SubmitButton, TextAreaField } from "@/components/forms/fields";
import { Icon } from "@/components/ui/icons/icon";
import { send } from "@/components/ui/icons/paths";
import type { listOpenQuestions } from "@/lib/family/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { getSchoolToday } from "@/lib/school/settings";
import { answerQuestionAction } from "./question-actions";

type Props = {
  /** Undefined in the account. */
  token?: string;
  question: Awaited<ReturnType<typeof listOpenQuestions>>[number];
  /** The page's heading, or a section's. */
  level: "h1" | "h2";
};

/** A text answer; corrections of data have their own form. */
export async function QuestionForm({ token, question, level }: Props) {
  const [t, locale, today] = await Promise.all([
    getTranslations("account.question"),
    getLocale(),
    getSchoolToday(),
  ]);
  const { id, reference, student, reason, words: text, answerBy } = question;
  const untilValues = addElision({ day: formatDay(answerBy, locale) });
  const questionText = (
    <>
      <p className="mb-3 text-muted">
        {t("about", { student })} · {t(answerBy < today ? "late" : "until", untilValues)}
      </p>
      {reason && (
        <p className="mb-3 max-w-measure">
          <strong>{t("missing")}:</strong> {reason[locale]}
        </p>
      )}
      {text && <p className="mb-5 max-w-measure whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>}
    </>
  );
  return (
    <section
      id={`question-${reference}`}
      className={level === "h2" ? "card card-raised mb-8 print:hidden" : undefined}
    >
      {level === "h2" && <h2 className="mb-2">{t("title")}</h2>}
      <AccountForm
        action={answerQuestionAction}
        title={level === "h1" ? t("title") : undefined}
        intro={level === "h1" ? questionText : undefined}
      >
        {level === "h2" && questionText}
        {token && <input type="hidden" name="token" value={token} />}
        <input type="hidden" name="reference" value={reference} />
        <input type="hidden" name="question" value={id} />
        <TextAreaField name="reply" label={t("label")} hint={t("hint")} rows={4} maxLength={2000} />
        <p className="mb-5 max-w-measure text-small">
          {t.rich("correction", {
            link: (chunks) => <Link href="/account/details">{chunks}</Link>,
          })}
        </p>
        <SubmitButton variant={level === "h1" ? "primary" : "secondary"}>
          <Icon d={send} />
          {t("submit")}
        </SubmitButton>
      </AccountForm>
    </section>
  );
}
