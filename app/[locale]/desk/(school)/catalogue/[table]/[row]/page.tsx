import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { CatalogueTable } from "@/app/[locale]/desk/(school)/catalogue/catalogue-table";
import {
  findTable,
  getRowAddress,
  getTableAddress,
  linkTables,
} from "@/app/[locale]/desk/(school)/catalogue/table-addresses";
import { BackLink } from "@/components/desk/back-link";
import { ChangePreview } from "@/components/desk/change-preview";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskFlashMessage } from "@/components/desk/desk-flash-message";
import { Section } from "@/components/ui/section";
import { type RowDetails, readRow, readTable } from "@/lib/desk/catalogue/queries";
import { Link } from "@/lib/i18n/navigation";
import type { Actor } from "@/lib/people/staff/permissions";
import { PictureSection } from "./_picture/picture-section";
import { saveRowAction } from "./actions";
import { RowForm, type RowLocation, RowLocationFields } from "./row-form";

/** One catalogue row: change, add or delete, with preview (desk 26). */
export default defineDeskPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, params: { table: wanted = "", row = "" }, query }) => {
    const table = findTable(wanted);
    if (!table) return;
    const { year } = await getSelectedYear(query.year);
    const isNew = row === "new";
    const shown = await readRow(actor, table, year?.id ?? 0, isNew ? undefined : row.replace("-", "/"));
    if (!shown || (isNew && !year && table !== "school_years")) return;
    const syllabus = typeof query.syllabus === "string" ? query.syllabus : shown.row?.cells.syllabus_id;
    const at = { table, year: year?.id ?? 0, ...(syllabus && { syllabus }) };
    return (
      <DeskColumn>
        <BackLink href={getTableAddress(table, at.year, syllabus)}>
          {t(syllabus ? "tables.syllabi" : `tables.${table}`)}
        </BackLink>
        <DeskFlashMessage said={query.said} />
        <RowForm at={at} page={shown} />
        {table === "syllabi" && shown.row && (
          <SyllabusParts actor={actor} year={at.year} syllabus={Number(shown.row.key)} />
        )}
        {table === "specialities" && shown.row && <PictureSection id={shown.row.key} />}
        {shown.row && <RemoveRow at={at} page={shown} />}
      </DeskColumn>
    );
  },
);

type Props = { at: RowLocation; page: RowDetails };

/** Deletes a row, or says how many enrollments use it. */
function RemoveRow({ at, page: { row, version, referencingEnrollments } }: Props) {
  const t = useTranslations("desk.catalogue");
  return (
    <Section id="remove" title={t("remove")} className="mt-10 mb-8">
      {referencingEnrollments > 0 ? (
        <p className="py-3">{t("problems.named", { count: referencingEnrollments })}</p>
      ) : (
        <DeskForm name="remove" action={saveRowAction} className="py-3">
          <RowLocationFields at={at} rowKey={row?.key} version={version} />
          <input type="hidden" name="remove" value="yes" />
          <ChangePreview
            look="danger"
            words={{ title: t("removes"), look: t("lookRemove"), save: t("removeNow") }}
          />
        </DeskForm>
      )}
    </Section>
  );
}

type SyllabusPartsProps = { actor: Actor; year: number; syllabus: number };

/** Specialities and subjects of a syllabus. */
async function SyllabusParts({ actor, year, syllabus }: SyllabusPartsProps) {
  const [t, ...parts] = await Promise.all([
    getTranslations("desk.catalogue"),
    ...linkTables.map((table) => readTable(actor, table, year, syllabus)),
  ]);
  return linkTables.map((table, at) => (
    <Section
      key={table}
      id={table}
      title={t(`tables.${table}`)}
      act={<Link href={getRowAddress(table, year, undefined, syllabus)}>{t(`new.${table}`)}</Link>}
    >
      <CatalogueTable
        caption={t(`tables.${table}`)}
        columns={(parts[at]?.columns ?? []).filter(({ name }) => !named[table].includes(name))}
        rows={parts[at]?.rows ?? []}
        hrefOf={({ key }) => getRowAddress(table, year, key, syllabus)}
      />
    </Section>
  ));
}

/** Already in the page's title. */
const named = {
  syllabus_specialities: ["syllabus_id", "speciality_id"],
  syllabus_subjects: ["syllabus_id", "subject_id"],
};
