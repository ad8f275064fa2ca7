import { getTranslations } from "next-intl/server";
import { schoolDates } from "@/app/[locale]/school-dates";
import { Kept, Submit } from "@/components/action/fields";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { Sheet } from "@/components/ui/section";
import { languageNames, locales } from "@/lib/i18n/locales";
import { readLegalDetails } from "@/lib/desk/texts/verbs";
import { type LegalKind, legalKinds } from "@/lib/school/legal";
import { getSchoolContact } from "@/lib/school/queries";
import { DeskForm } from "../../desk-form";
import { deskPage } from "../../desk-page";
import { legalAction } from "../actions";
import { LegalField } from "./legal-field";

/** The terms or the privacy notice in every language, and the versions that there were (desk 44). */
export default deskPage("change_settings", "desk.texts", async ({ t, actor, params: { kind: wanted } }) => {
  const kind = legalKinds.find((one) => one === wanted);
  if (!kind) return;
  const [school, { texts, version, versions }] = await Promise.all([getSchoolContact(), readLegalDetails(actor, kind)]);
  return (
    <DeskColumn>
      <Back href="/desk/texts">{t("title")}</Back>
      <DeskForm
        name={kind}
        action={legalAction}
        title={t(`kinds.${kind}.label`)}
        className="mb-9 max-w-column"
        above={<p className="mb-6 max-w-measure">{t("legalLead", { places })}</p>}
      >
        <input type="hidden" name="kind" value={kind} />
        <Kept name="was" value={String(version)} />
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
          <Submit>{t("saveVersion", { version: version + 1 })}</Submit>
          <noscript>
            <Submit look="secondary" name="intent" value="look">
              {t("lookAll")}
            </Submit>
          </noscript>
        </div>
      </DeskForm>
      <Versions kind={kind} versions={versions} />
    </DeskColumn>
  );
});

/** What becomes what the settings say. */
const places = ["school", "address", "mail", "phone"].map((place) => `{${place}}`).join(", ");

type VersionsProps = { kind: LegalKind; versions: { version: number; createdAt: Date }[] };

/** Each with its day, and as it was accepted (families 19). */
async function Versions({ kind, versions }: VersionsProps) {
  const { dayOf } = await schoolDates();
  const t = await getTranslations("desk.texts");
  return (
    <Sheet id="versions" title={t("versions")}>
      <p className="mt-3 max-w-measure text-small text-muted">{t("versionsLead")}</p>
      <ul>
        {versions.map(({ version, createdAt }) => (
          <li key={version}>
            <a href={`/legal/${kind}/${version}`} className="inline-flex min-h-target items-center">
              {t("version", { version, day: dayOf(createdAt) })}
            </a>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
