import { useLocale, useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { ShownField } from "@/app/[locale]/shown-field";
import { SubmitButton } from "@/components/forms/fields";
import { LinkButton } from "@/components/site/link-button";
import { type AccountCard, cardShown } from "@/lib/family/account/queries";
import { addElision, formatDay } from "@/lib/i18n/format";
import { Link } from "@/lib/i18n/navigation";
import { type Day, toLocalDay } from "@/lib/platform/dates";
import { AccountForm } from "../_lib/account-form";
import { confirmOwnPlaceAction, undoWithdrawalAction } from "./actions";

/** Has a deadline for the family. */
export const isUrgent = ({ options, question }: AccountCard) =>
  Boolean(options.confirmUntil || options.undoWithdrawal || question);

type StatusProps = { enrollment: AccountCard; answerBy: Day | undefined; today: Day };

export function EnrollmentStatus({ enrollment, answerBy = "", today }: StatusProps) {
  const t = useTranslations("account.view");
  const locale = useLocale();
  const { reference, state, rank, round, notified, isYearOver } = enrollment;
  const promise = {
    ...addElision({ answerBy: answerBy && formatDay(answerBy, locale) }),
    late: answerBy && answerBy < today ? "yes" : "no",
  };
  return (
    <div className="max-w-measure">
      <p className="mb-1 font-semibold" data-state={state}>
        {t(`sentences.${state}`)} {rank !== undefined && t("rank", { rank })}
      </p>
      <NotifiedTexts {...notified} />
      <p className="mb-4">{isYearOver ? t("yearOver") : t(`nexts.${state}`, promise)}</p>
      {round && <RoundStatus round={round} />}
      {round?.hasAnswer && (
        <p className="mb-4">
          <Link href={`/account/enrollments/${reference}/points#objections`}>{t("objectionAnswered")}</Link>
        </p>
      )}
    </div>
  );
}

/** Of the decision, as its mail named them. */
function NotifiedTexts({ reason, words }: { reason?: string; words?: string | null }) {
  const t = useTranslations("account.view");
  return (
    <div className="mb-1 max-w-measure [overflow-wrap:anywhere] empty:hidden">
      {reason && <p>{t("reason", { reason })}</p>}
      {words && <p className="whitespace-pre-line">“{words}”</p>}
    </div>
  );
}

/** The provisional list is labelled as provisional (admission 6). */
function RoundStatus({ round: { status, until } }: { round: NonNullable<AccountCard["round"]> }) {
  const t = useTranslations("account.view");
  const locale = useLocale();
  const day = until && addElision({ day: formatDay(until, locale) });
  return (
    <p className="mb-4">{day ? t(`round.${status as "asks"}Until`, day) : t(`round.${status as "asks"}`)}</p>
  );
}

type Props = {
  enrollment: AccountCard;
  timeZone: string;
  /** The page's primary button. */
  isFirst: boolean;
};

/** One action per enrollment; those with a deadline first. */
export function EnrollmentActions(props: Props) {
  const t = useTranslations("account.view");
  const { enrollment } = props;
  const { reference, options, round, isYearOver } = enrollment;
  if (isUrgent(enrollment)) return <UrgentAction {...props} />;
  if (round?.status === "asks" || round?.until)
    return <ActionLink href={`/account/enrollments/${reference}/points`}>{t("points")}</ActionLink>;
  return options.hasPlace && !isYearOver && <KeepPlaceAction {...props} />;
}

/** A place to confirm, a question, or the last day to undo a withdrawal. */
function UrgentAction({ enrollment, isFirst }: Props) {
  const t = useTranslations("account.view");
  const tQuestion = useTranslations("account.question");
  const locale = useLocale();
  const { longInstant } = useDateFormats();
  const { reference, options, question, studentName } = enrollment;
  const student = <span className="sr-only">: {studentName}</span>;
  return (
    <>
      {options.confirmUntil && (
        <ActionLink
          href="/account/answer"
          variant={isFirst ? "primary" : "secondary"}
          text={t("answerPlace", addElision({ day: formatDay(options.confirmUntil, locale) }))}
        >
          {t("answerNow")}
          {student}
        </ActionLink>
      )}
      {question && (
        <ActionLink
          href={`/account/enrollments/${reference}#question-${reference}`}
          text={tQuestion("see", addElision({ day: formatDay(question, locale) }))}
        >
          {t("answerNow")}
          {student}
        </ActionLink>
      )}
      {options.undoWithdrawal && (
        <AccountForm action={undoWithdrawalAction}>
          <ShownField parts={cardShown(enrollment)} />
          <p className="mb-2 max-w-measure">
            {t("takeBackUntil", { time: longInstant(options.undoWithdrawal.until) })}
          </p>
          <input type="hidden" name="reference" value={reference} />
          <SubmitButton variant="secondary">{t("takeBack")}</SubmitButton>
        </AccountForm>
      )}
    </>
  );
}

/** Confirms a place before the school asks. */
function KeepPlaceAction({ enrollment, timeZone }: Props) {
  const t = useTranslations("account.view");
  const locale = useLocale();
  const { keepsPlaceAt, reference } = enrollment;
  if (keepsPlaceAt) {
    const day = formatDay(toLocalDay(timeZone, keepsPlaceAt), locale);
    return <p className="max-w-measure">{t("kept", addElision({ day }))}</p>;
  }
  return (
    <AccountForm action={confirmOwnPlaceAction}>
      <ShownField parts={cardShown(enrollment)} />
      <p className="mb-2 max-w-measure text-small">{t("keepWhy")}</p>
      <input type="hidden" name="reference" value={reference} />
      <SubmitButton variant="secondary">{t("keep")}</SubmitButton>
    </AccountForm>
  );
}

type ActionLinkProps = ComponentProps<typeof LinkButton> & { text?: string };

const ActionLink = ({ text, variant = "secondary", ...link }: ActionLinkProps) => (
  <div className="mb-3 print:hidden">
    {text && <p className="mb-2 max-w-measure font-semibold">{text}</p>}
    <LinkButton variant={variant} {...link} />
  </div>
);
