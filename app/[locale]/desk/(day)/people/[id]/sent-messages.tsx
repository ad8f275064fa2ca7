import { useTranslations } from "next-intl";
import { MessageStatus } from "@/app/[locale]/desk/_lib/message-status";
import { Section } from "@/components/ui/section";
import type { RecordMessage } from "@/lib/desk/record/queries";

type Props = { messages: RecordMessage[]; people: { id: string; email: string | null }[] };

/** Newest first. */
export function SentMessages({ messages, people }: Props) {
  const t = useTranslations("desk.mails");
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  return (
    <Section id="mails" title={t("title")}>
      {messages.length === 0 && <p className="text-small text-muted">{t("none")}</p>}
      <ul>
        {messages.map((message) => (
          <li key={message.id} className="break-inside-avoid border-b border-hairline py-3 text-small">
            <MessageStatus message={message} email={emails.get(message.personId)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
