import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import type { RecordMessage } from "@/lib/desk/record/queries";
import type { Locale } from "@/lib/i18n/locales";
import { isDeliverable } from "@/lib/mail/addresses";
import { getDeliveryStatus, getStatusTime } from "./delivery-status";

type Props = { message: RecordMessage; email: string | null | undefined };

const PROBLEM_STATES = ["failed", "bounced", "complained"] as const;

/** Why a message was not delivered. */
export const findDeliveryProblem = (message: RecordMessage) =>
  PROBLEM_STATES.find((problemState) => problemState === getDeliveryStatus(message));

/** Content, recipient, language, delivery state and advice. */
export function MessageStatus({ message, email }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mails");
  const noEmail = useTranslations("desk.enrollment.person")("noEmail");
  const isReachable = !email || isDeliverable(email);
  const kinds = useTranslations("mailKinds");
  const problem = findDeliveryProblem(message);
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {kinds(`names.${message.kind}`)} · {isReachable ? (email ?? t("formerAddress")) : noEmail}
      </p>
      <p className={problem ? "text-danger" : undefined}>
        {t(`states.${getDeliveryStatus(message)}`, { time: instant(getStatusTime(message)) })}{" "}
        <span className="text-muted">({t(`languages.${message.locale as Locale}`)})</span>
      </p>
      {problem && isReachable && <p>{t(`todo.${problem}`)}</p>}
    </>
  );
}
