import { useTranslations } from "next-intl";
import { TextAreaField, TextField } from "@/components/forms/fields";
import type { BulkInput } from "@/lib/desk/bulk/schema";
import { type Locale, languageNames, locales } from "@/lib/i18n/locales";
import { formatPlaceholder, placeholders } from "@/lib/mail/content/mail-texts";
import type { BulkOptions } from "./bulk-form";

type Props = BulkOptions["letter"] & { input: BulkInput };

/** Subject and text per language, the school's first; with readers and placeholders. */
export function GroupMailFields({ input, school, readers }: Props) {
  const t = useTranslations("desk.bulk.letter");
  return (
    <>
      <p className="mb-6 text-small text-muted">{t("fallback", { language: languageNames[school] })}</p>
      {[school, ...locales.filter((locale) => locale !== school)].map((locale) => (
        <fieldset key={locale} className="mb-4 min-w-0">
          <legend className="section-head mb-4 w-full">
            <b lang={locale}>{languageNames[locale]}</b>
            <span className="text-small text-muted">{t("readers", { count: readers[locale] })}</span>
          </legend>
          <MailTextFields locale={locale} input={input} />
        </fieldset>
      ))}
    </>
  );
}

function MailTextFields({ locale, input }: { locale: Locale; input: BulkInput }) {
  const t = useTranslations("desk.bulk.letter");
  return (
    <>
      <TextField
        name={`subject_${locale}`}
        label={t("subject")}
        maxLength={120}
        autoComplete="off"
        lang={locale}
        defaultValue={input[`subject_${locale}`]}
      />
      <TextAreaField
        name={`text_${locale}`}
        label={t("text")}
        hint={t("hint", { names: placeholders.map((name) => formatPlaceholder(locale, name)).join(" ") })}
        rows={7}
        maxLength={2000}
        lang={locale}
        defaultValue={input[`text_${locale}`]}
      />
    </>
  );
}
