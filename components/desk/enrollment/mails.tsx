import { useTranslations } from "next-intl";
import type { ShownEnrollment, ShownMessage } from "@/lib/desk/show";
import type { Locale } from "@/lib/i18n/locales";
import { Section } from "./section";

type Props = {
  messages: ShownMessage[];
  people: ShownEnrollment["student"];
  instant: (date: Date) => string;
};

/** Every message about the enrollment: to whom, how far it got, and what to do when it did not (desk 17). */
export function Mails({ messages, people, instant }: Props) {
  const t = useTranslations("desk.mails");
  const emails = new Map(
    [people, ...people.guardians.map(({ guardian }) => guardian)].map(({ id, email }) => [id, email]),
  );
  return (
    <Section id="mails" title={t("title")}>
      {messages.length === 0 && <p className="text-small text-muted">{t("none")}</p>}
      <ul>
        {messages.map((message) => {
          const { id, kind, state, locale, personId } = message;
          const trouble = (["failed", "bounced", "complained"] as const).find((one) => one === state);
          return (
            <li key={id} className="break-inside-avoid border-b border-hairline py-3 text-small">
              <p className="font-semibold [overflow-wrap:anywhere]">
                {t(`kinds.${kind}`)} · {emails.get(personId) ?? t("formerAddress")}
              </p>
              <p className={trouble ? "text-danger" : undefined}>
                {t(`states.${state}`, { time: instant(timeOf(message)) })}{" "}
                <span className="text-muted">({t(`languages.${locale as Locale}`)})</span>
              </p>
              {trouble && <p>{t(`todo.${trouble}`)}</p>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** When a message came into the state that it is in. */
function timeOf(message: ShownMessage): Date {
  const times: Partial<Record<ShownMessage["state"], Date | null>> = {
    sent: message.sentAt,
    delivered: message.deliveredAt,
    delayed: message.delayedAt,
    bounced: message.bouncedAt,
    complained: message.complainedAt,
    failed: message.failedAt,
  };
  return times[message.state] ?? message.createdAt;
}
