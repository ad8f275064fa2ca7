import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { getDeliveryStatus, getStatusTime } from "@/app/[locale]/desk/_lib/delivery-status";
import { DeskForm, useSavedFormName } from "@/app/[locale]/desk/_lib/desk-form";
import { Section } from "@/components/desk/section";
import { OtherPersonEmailField, SubmitButton } from "@/components/forms/fields";
import type { EnrollmentRecord, RecordMessage } from "@/lib/desk/record/queries";
import type { Locale } from "@/lib/i18n/locales";
import { resendMailAction } from "../actions";

type Props = {
  messages: RecordMessage[];
  people: EnrollmentRecord["student"];
  mayResend: boolean;
};

/** Every message about the enrollment: to whom, how far it got, and what to do when it did not (desk 17). */
export function Mails({ messages, people, mayResend }: Props) {
  const { instant } = useDateFormats();
  const t = useTranslations("desk.mails");
  const kinds = useTranslations("mailKinds");
  const kept = useSavedFormName();
  const emails = new Map(
    [people, ...people.guardians.map(({ guardian }) => guardian)].map(({ id, email }) => [id, email]),
  );
  return (
    <Section id="mails" title={t("title")}>
      {messages.length === 0 && <p className="text-small text-muted">{t("none")}</p>}
      <ul>
        {messages.map((message) => {
          const { id, kind, locale, personId } = message;
          const state = getDeliveryStatus(message);
          const trouble = (["failed", "bounced", "complained"] as const).find((one) => one === state);
          return (
            <li key={id} className="break-inside-avoid border-b border-hairline py-3 text-small">
              <p className="font-semibold [overflow-wrap:anywhere]">
                {kinds(`names.${kind}`)} · {emails.get(personId) ?? t("formerAddress")}
              </p>
              <p className={trouble ? "text-danger" : undefined}>
                {t(`states.${state}`, { time: instant(getStatusTime(message)) })}{" "}
                <span className="text-muted">({t(`languages.${locale as Locale}`)})</span>
              </p>
              {trouble && <p>{t(`todo.${trouble}`)}</p>}
              {mayResend && emails.has(personId) && (
                <Resend
                  id={id}
                  email={emails.get(personId) ?? ""}
                  open={trouble !== undefined || kept === `resend-${id}`}
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
      <DeskForm name={`resend-${id}`} action={resendMailAction}>
        <input type="hidden" name="message" value={id} />
        <OtherPersonEmailField name={`email-${id}`} label={t("address")} defaultValue={email} />
        <div className="-mt-3 mb-3">
          <SubmitButton look="secondary">{t("resend")}</SubmitButton>
        </div>
      </DeskForm>
    </details>
  );
}
