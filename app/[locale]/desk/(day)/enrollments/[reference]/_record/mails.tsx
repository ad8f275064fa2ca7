import { useTranslations } from "next-intl";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { findDeliveryProblem, MessageStatus } from "@/app/[locale]/desk/_lib/message-status";
import { OtherPersonEmailField, SubmitButton } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import type { RecordMessage } from "@/lib/desk/record/queries";

type Recipient = { id: string; email: string | null };

type Props = {
  messages: RecordMessage[];
  student: Recipient & { erasedAt: Date | null; guardians: { guardian: Recipient }[] };
  canResend: boolean;
};

/** Messages with recipient, delivery state and advice (desk 17). */
export function Mails({ messages, student, canResend }: Props) {
  const t = useTranslations("desk.mails");
  const savedForm = useSavedFormName();
  const emails = new Map(
    [student, ...student.guardians.map(({ guardian }) => guardian)].map(({ id, email }) => [id, email]),
  );
  return (
    <Section id="mails" title={t("title")}>
      {messages.length === 0 && <p className="text-small text-muted">{t("none")}</p>}
      <ul>
        {messages.map((message) => {
          const { id, personId } = message;
          return (
            <li key={id} className="break-inside-avoid border-b border-hairline py-3 text-small">
              <MessageStatus message={message} email={emails.get(personId)} />
              {canResend && !student.erasedAt && emails.has(personId) && (
                <Resend
                  id={id}
                  email={emails.get(personId) ?? ""}
                  open={findDeliveryProblem(message) !== undefined || savedForm === `resend-${id}`}
                />
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type ResendProps = {
  id: string;
  email: string;
  open: boolean;
};

function Resend({ id, email, open }: ResendProps) {
  const t = useTranslations("desk.mails");
  return (
    <details open={open} className="print:hidden">
      <summary className="inline-block min-h-target cursor-pointer py-2 text-accent underline underline-offset-4">
        {t("resend")}
        <span className="sr-only">: {email}</span>
      </summary>
      <DeskForm name={`resend-${id}`} verb="sent_again">
        <input type="hidden" name="message" value={id} />
        <OtherPersonEmailField name={`email-${id}`} label={t("address")} defaultValue={email} />
        <div className="-mt-3 mb-3">
          <SubmitButton variant="secondary">{t("resend")}</SubmitButton>
        </div>
      </DeskForm>
    </details>
  );
}
