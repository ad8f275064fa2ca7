import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { getDeliveryStatus, getStatusTime } from "@/app/[locale]/desk/_lib/delivery-status";
import { LinkButton } from "@/components/site/link-button";
import { EmptyState } from "@/components/ui/empty-state";
import type { listMail, MailFilters } from "@/lib/desk/mail/queries";
import { Link } from "@/lib/i18n/navigation";
import { getMailPageAddress, type MailTab } from "./parse-mail-query";

type Props = {
  page: Awaited<ReturnType<typeof listMail>>;
  /** Kept in links to older messages. */
  shown: { show?: MailTab } & MailFilters;
};

export function MailList({ page: { messages, next }, shown }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mail");
  const states = useTranslations("desk.mails");
  const kinds = useTranslations("mailKinds");
  if (messages.length === 0) return shown.show ? <EmptyState>{t("noTrouble")}</EmptyState> : null;
  return (
    <>
      <ul className="mt-4 border-t border-hairline">
        {messages.map((message) => {
          const { id, kind, lastError, enrollment, person } = message;
          const state = getDeliveryStatus(message);
          const trouble = (["failed", "bounced", "complained"] as const).find((one) => one === state);
          const why = state === "failed" || state === "queued" ? lastError : null;
          const known = why && t.has(`why.${why}` as "why.no_mailbox");
          return (
            <li
              key={id}
              className="grid gap-x-6 border-b border-hairline py-3 text-small md:grid-cols-[3fr_4fr_auto]"
            >
              <p className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-semibold">{kinds(`names.${kind}`)}</span>
                <span className="block text-muted">
                  {[[person.name, person.surname].filter(Boolean).join(" "), person.email]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </p>
              <div className="min-w-0">
                <p className={trouble ? "text-danger" : undefined}>
                  {states(`states.${state}`, { time: instant(getStatusTime(message)) })}
                </p>
                {why && <p>{known ? t(`why.${why}` as "why.no_mailbox") : t("code", { code: why })}</p>}
              </div>
              {enrollment && (
                <Link
                  href={`/desk/enrollments/${enrollment.reference}#mails`}
                  className="inline-flex min-h-target items-center font-mono"
                >
                  {enrollment.reference}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      {next && (
        <p className="mt-4">
          <LinkButton href={getMailPageAddress({ ...shown, after: next })} rel="next" look="secondary">
            {t("older")}
          </LinkButton>
        </p>
      )}
    </>
  );
}
