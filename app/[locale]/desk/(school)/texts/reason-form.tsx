import { useLocale, useTranslations } from "next-intl";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { CheckboxGroupField, HiddenField, SubmitButton, TextField } from "@/components/forms/fields";
import type { OfferedReason } from "@/lib/decisions/reasons";
import { decisionsWithReason, QUESTION_USE, toUses } from "@/lib/desk/reasons/verbs";
import { languageNames, locales } from "@/lib/i18n/locales";

type Props = {
  /** Undefined for a new one. */
  reason?: OfferedReason;
  last?: string;
};

/** Text, decisions, and retirement. */
export function ReasonForm({ reason, last }: Props) {
  const [t, locale] = [useTranslations("desk.texts"), useLocale()];
  const codeField = reason && <input type="hidden" name="reason" value={reason.code} />;
  return (
    <>
      <DeskForm
        name="reason"
        verb="reason_changed"
        title={reason ? reason[locale] : t("newReason")}
        caption={reason && t("reason")}
        className="max-w-column"
        above={
          <>
            <p className="mb-6 max-w-measure">{t("reasonLead")}</p>
            {last && <p className="-mt-4 mb-6 text-small text-muted">{last}</p>}
          </>
        }
      >
        {codeField}
        {reason && <HiddenField name="was" value={String(reason.version)} />}
        {locales.map((locale) => (
          <TextField
            key={locale}
            name={locale}
            label={languageNames[locale]}
            lang={locale}
            defaultValue={reason?.[locale] ?? ""}
            maxLength={300}
            autoComplete="off"
          />
        ))}
        <CheckboxGroupField
          name="offeredFor"
          label={t("offeredFor")}
          options={[...decisionsWithReason, QUESTION_USE].map((use) => ({
            value: use,
            label: t(`decisions.${use as typeof QUESTION_USE}`),
          }))}
          checked={reason && toUses(reason)}
        />
        <SubmitButton>{t("save")}</SubmitButton>
      </DeskForm>
      {reason && toUses(reason).length > 0 && (
        <DeskForm name="retire" verb="reason_retired" className="mt-6">
          {codeField}
          <p className="mb-2 max-w-measure text-small text-muted">{t("retireHint")}</p>
          <SubmitButton variant="secondary">{t("retire")}</SubmitButton>
        </DeskForm>
      )}
    </>
  );
}
