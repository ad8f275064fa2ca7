import { useTranslations } from "next-intl";
import { DayField } from "@/components/action/day-field";
import { Choice, Submit, TextField } from "@/components/action/fields";
import { type Locale, locales } from "@/lib/i18n/locales";

/** Who signed the paper and when, and in which language the family is written to. */
export function SignatureFields({ locale }: { locale: Locale }) {
  const t = useTranslations("desk.paper");
  const fields = useTranslations("wizard.fields");
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return (
    <fieldset className="mb-8">
      <legend className="section-head mb-4 w-full font-head text-heading font-bold">{t("signature")}</legend>
      <TextField name="signed_by" label={t("signedBy")} hint={t("signedByHint")} autoComplete="off" />
      <DayField
        name="signed_on"
        label={t("signedOn")}
        words={{ day: fields("day"), month: fields("month"), year: fields("year") }}
      />
      <Choice
        name="mail_language"
        label={t("language")}
        options={locales.map((value) => ({ value, label: names.of(value) ?? value }))}
        defaultValue={locale}
      />
      <Submit>{t("submit")}</Submit>
    </fieldset>
  );
}
