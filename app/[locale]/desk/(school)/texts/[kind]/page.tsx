import { getLocale, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { DeskPage } from "@/components/desk/desk-page";
import { HiddenField, PreviewButton, SubmitButton } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import { readLegalDetails } from "@/lib/desk/texts/verbs";
import { languageNames, locales, toLocalizedPath } from "@/lib/i18n/locales";
import { type LegalKind, legalKinds } from "@/lib/school/legal";
import { getSchoolContact } from "@/lib/school/queries";
import { LegalField } from "./legal-field";

/** Terms or privacy notice in all languages, with earlier versions (desk 44). */
export default defineDeskPage(
  "change_settings",
  "desk.texts",
  async ({ t, actor, params: { kind: requested } }) => {
    const kind = legalKinds.find((kind) => kind === requested);
    if (!kind) return;
    const [school, { texts, version, versions }] = await Promise.all([
      getSchoolContact(),
      readLegalDetails(actor, kind),
    ]);
    return (
      <DeskPage back={{ href: "/desk/texts", text: t("title") }}>
        <DeskForm
          name={kind}
          verb="legal_text_imported"
          title={t(`kinds.${kind}.label`)}
          className="mb-9 max-w-column"
          above={<p className="mb-6 max-w-measure">{t("legalLead", { places: placeholders })}</p>}
        >
          <input type="hidden" name="kind" value={kind} />
          <HiddenField name="was" value={String(version)} />
          {locales.map((locale) => (
            <LegalField
              key={locale}
              name={locale}
              label={languageNames[locale]}
              text={texts[locale]}
              school={school}
              summary={t("look", { language: languageNames[locale] })}
            />
          ))}
          <div className="flex flex-wrap gap-3">
            <SubmitButton>{t("saveVersion", { version: version + 1 })}</SubmitButton>
            <noscript>
              <PreviewButton>{t("lookAll")}</PreviewButton>
            </noscript>
          </div>
        </DeskForm>
        <Versions kind={kind} versions={versions} />
      </DeskPage>
    );
  },
);

/** Placeholders that settings fill. */
const placeholders = ["school", "address", "mail", "phone"].map((place) => `{${place}}`).join(", ");

type VersionsProps = { kind: LegalKind; versions: { version: number; createdAt: Date }[] };

/** Versions as they were accepted (families 19). */
async function Versions({ kind, versions }: VersionsProps) {
  const { date } = await getDateFormats();
  const [t, locale] = await Promise.all([getTranslations("desk.texts"), getLocale()]);
  return (
    <Section id="versions" title={t("versions")}>
      <p className="mt-3 max-w-measure text-small text-muted">{t("versionsLead")}</p>
      <ul>
        {versions.map(({ version, createdAt }) => (
          <li key={version}>
            <a
              href={toLocalizedPath(locale, `/legal/${kind}/${version}`)}
              className="inline-flex min-h-target items-center"
            >
              {t("version", { version, day: date(createdAt) })}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
