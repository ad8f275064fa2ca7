import { useLocale, useTranslations } from "next-intl";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { ChangePreview } from "@/components/desk/change-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { HiddenField, SelectField, TextField } from "@/components/forms/fields";
import { DownloadLink } from "@/components/site/link-button";
import { Disclosure } from "@/components/ui/disclosure";
import { toLocalizedPath } from "@/lib/i18n/locales";
import { Link } from "@/lib/i18n/navigation";
import type { Day } from "@/lib/platform/dates";
import { getSchoolToday, readSettings } from "@/lib/school/settings";
import { importCatalogueAction } from "./actions";
import { newYearFields } from "./parse-import-form";

type Year = { id: number; year: string };
type Props = { years: Year[]; year: Year | undefined; today: Day; pricePeriod: "month" | "year" };

/** Imports a list or a whole catalogue, with preview (desk 28). */
export default defineDeskPage("change_settings", "desk.catalogue", async ({ t, query }) => {
  const [{ years, year }, today, { price_period }] = await Promise.all([
    getSelectedYear(query.year),
    getSchoolToday(),
    readSettings(),
  ]);
  return (
    <DeskPage back={{ href: "/desk/catalogue", text: t("title") }}>
      <ImportForm years={years} year={year} today={today} pricePeriod={price_period} />
    </DeskPage>
  );
});

function ImportForm({ years, year, today, pricePeriod }: Props) {
  const t = useTranslations("desk.catalogue");
  return (
    <DeskForm
      name="import"
      action={importCatalogueAction}
      title={t("import.title")}
      above={<ListHelp pricePeriod={pricePeriod} />}
    >
      <div className="max-w-column">
        <TextField
          name="file"
          type="file"
          accept=".xlsx,.json,.csv"
          label={t("import.file")}
          hint={t("import.fileHint")}
        />
        {year ? (
          <SelectField
            name="school_year"
            label={t("import.year")}
            hint={t("import.yearHint")}
            defaultValue={String(year.id)}
            options={years.map(({ id, year }) => ({ value: String(id), label: year }))}
          />
        ) : (
          <NewYearFields today={today} />
        )}
      </div>
      <HiddenField name="kept" value="" />
      <ChangePreview texts={{ title: t("changes"), preview: t("look"), save: t("import.save") }} />
    </DeskForm>
  );
}

/** Format of a list, and other accepted files. */
function ListHelp({ pricePeriod }: Pick<Props, "pricePeriod">) {
  const t = useTranslations("desk.catalogue.import");
  const locale = useLocale();
  return (
    <>
      <p className="max-w-measure">{t("listLead", { by: pricePeriod })}</p>
      <p className="my-4 flex flex-wrap items-center gap-x-6 gap-y-2">
        <DownloadLink href={toLocalizedPath(locale, "/desk/catalogue/import/template")}>
          {t("template")}
        </DownloadLink>
        <Link href="/desk/settings/price_period">{t("pricesBy")}</Link>
      </p>
      <Disclosure summary={t("whole")} className="mb-6">
        <p className="max-w-measure">{t("lead")}</p>
      </Disclosure>
    </>
  );
}

/** Default year: until September the one that begins then. */
function NewYearFields({ today }: { today: Day }) {
  const t = useTranslations("desk.catalogue");
  const startYear = Number(today.slice(0, 4)) + (today.slice(5) > "09-30" ? 1 : 0);
  const defaults: { [field: string]: string } = {
    year: `${startYear}/${startYear + 1}`,
    start_school_year: `${startYear}-09-01`,
    end_school_year: `${startYear + 1}-06-30`,
  };
  return (
    <fieldset className="grid items-end gap-x-6 sm:grid-cols-2">
      <legend className="mb-2 font-head text-heading font-bold">{t("import.year")}</legend>
      {newYearFields.map((name) => (
        <TextField
          key={name}
          name={name}
          type={name === "year" ? "text" : "date"}
          label={t(`columns.${name}`)}
          hint={name === "year" ? t("hints.label") : undefined}
          defaultValue={defaults[name] ?? ""}
          autoComplete="off"
        />
      ))}
    </fieldset>
  );
}
