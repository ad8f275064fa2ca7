import { getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { previewMailWithTexts } from "@/app/[locale]/desk/_lib/mail-text-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { MailCard } from "@/components/desk/mail-preview";
import { Button } from "@/components/ui/controls/button";
import { Select } from "@/components/ui/controls/select";
import { languageNames, locales } from "@/lib/i18n/locales";
import { mailKinds } from "@/lib/mail/mail-kinds";

/** All mails to families, in all languages (desk 44). */
export default defineDeskPage("change_settings", "desk.texts", async ({ t, query }) => {
  const kind = mailKinds.find((kind) => kind === query.kind) ?? "accepted";
  const locale = locales.find((locale) => locale === query.in) ?? locales[0];
  const [kinds, mail] = await Promise.all([getTranslations("mailKinds"), previewMailWithTexts(kind, locale)]);
  return (
    <DeskPage
      title={t("everyMail")}
      back={{ href: "/desk/texts", text: t("title") }}
      intro={t("everyMailLead")}
    >
      <form className="mb-2 flex flex-wrap items-end gap-x-4">
        <Select
          name="kind"
          label={t("mail")}
          defaultValue={kind}
          options={mailKinds.map((value) => ({ value, label: kinds(`names.${value}`) }))}
        />
        <Select
          name="in"
          label={t("language")}
          defaultValue={locale}
          options={locales.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Button variant="secondary" className="mb-6">
          {t("show")}
        </Button>
      </form>
      <div lang={locale} className="max-w-column">
        <MailCard level="h2" {...mail} />
      </div>
    </DeskPage>
  );
});
