import { getLocale } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { SubmitButton } from "@/components/forms/fields";
import { Prose } from "@/components/layout/page-column";
import { LegalText, nestedOverrides } from "@/components/site/legal/legal-text";
import { Disclosure } from "@/components/ui/disclosure";
import { languageNames, locales } from "@/lib/i18n/locales";
import { readLegalTexts } from "@/lib/school/legal";
import { getSchoolContact } from "@/lib/school/queries";

/** All legal texts in all languages, with the button that confirms them (desk 43). */
export default defineDeskPage("change_settings", "desk.setup", async ({ t }) => {
  const [texts, school, pageLocale] = await Promise.all([readLegalTexts(), getSchoolContact(), getLocale()]);
  return (
    <DeskPage
      title={t("of.texts.title")}
      back={{ href: "/desk/setup", text: t("title") }}
      intro={t("textsLead")}
    >
      {locales.map((locale) => (
        <Disclosure key={locale} summary={languageNames[locale]} open={locale === pageLocale}>
          <div lang={locale}>
            {texts
              .filter((legalText) => legalText.locale === locale)
              .map(({ kind, text }) => (
                <Prose key={kind}>
                  <LegalText text={text} school={school} overrides={nestedOverrides} />
                </Prose>
              ))}
          </div>
        </Disclosure>
      ))}
      <DeskForm name="texts-kept" verb="legal_texts_kept" className="mt-8">
        <SubmitButton>{t("keepTexts")}</SubmitButton>
      </DeskForm>
    </DeskPage>
  );
});
