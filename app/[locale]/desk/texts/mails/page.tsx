import { getTranslations } from "next-intl/server";
import { Letter } from "@/app/[locale]/desk/enrollments/[reference]/mail-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { languageNames, locales } from "@/lib/i18n/locales";
import { mailKinds } from "@/lib/mail/mail-kinds";
import { deskPage } from "../../desk-page";
import { mailQuery } from "../schema";
import { previewed } from "../sentence-preview";

/** Every e-mail that families get, in every language, as it is now (desk 44). */
export default deskPage("change_settings", "desk.texts", async ({ t, query }) => {
  const wanted = mailQuery.parse(query);
  const kind = mailKinds.find((one) => one === wanted.kind) ?? "accepted";
  const locale = locales.find((one) => one === wanted.in) ?? locales[0];
  const [kinds, mail] = await Promise.all([getTranslations("mailKinds"), previewed(kind, locale)]);
  return (
    <DeskPage
      title={t("everyMail")}
      back={{ href: "/desk/texts", words: t("title") }}
      lead={t("everyMailLead")}
    >
      <form className="mb-2 flex flex-wrap items-end gap-x-4">
        <Select
          id="kind"
          name="kind"
          label={t("mail")}
          defaultValue={kind}
          options={mailKinds.map((value) => ({ value, label: kinds(`names.${value}`) }))}
        />
        <Select
          id="in"
          name="in"
          label={t("language")}
          defaultValue={locale}
          options={locales.map((value) => ({ value, label: languageNames[value] }))}
        />
        <Button look="secondary" className="mb-6">
          {t("show")}
        </Button>
      </form>
      <div lang={locale} className="max-w-column">
        <Letter level="h2" {...mail} />
      </div>
    </DeskPage>
  );
});
