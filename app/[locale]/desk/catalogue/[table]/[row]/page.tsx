import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { Back } from "@/components/desk/back";
import { DeskColumn } from "@/components/desk/desk-column";
import { DeskSaid } from "@/components/desk/desk-said";
import { Difference } from "@/components/desk/difference";
import { Sheet } from "@/components/ui/section";
import { Link } from "@/lib/i18n/navigation";
import { type RowDetails, readRow, readTable } from "@/lib/desk/catalogue/queries";
import type { Actor } from "@/lib/people/staff/permissions";
import { DeskForm } from "../../../desk-form";
import { deskPage } from "../../../desk-page";
import { deskYear } from "../../../desk-year";
import { CatalogueTable } from "../../catalogue-table";
import { linkTables, rowAddress, tableAddress, tableNamed } from "../../tables";
import { rowAction } from "./actions";
import { type At, RowForm, Where } from "./row-form";

/** One row of the catalogue, changed, added or taken away once what that changes was seen (desk 26). */
export default deskPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, params: { table: wanted = "", row = "" }, query }) => {
    const table = tableNamed(wanted);
    if (!table) return;
    const { year } = await deskYear(query.year);
    const isNew = row === "new";
    const shown = await readRow(actor, table, year?.id ?? 0, isNew ? undefined : row.replace("-", "/"));
    if (!shown || (isNew && !year && table !== "school_years")) return;
    const syllabus = typeof query.syllabus === "string" ? query.syllabus : shown.row?.cells.syllabus_id;
    const at = { table, year: year?.id ?? 0, ...(syllabus && { syllabus }) };
    return (
      <DeskColumn>
        <Back href={tableAddress(table, at.year, syllabus)}>
          {t(syllabus ? "tables.syllabi" : `tables.${table}`)}
        </Back>
        <DeskSaid said={query.said} />
        <RowForm at={at} page={shown} />
        {table === "syllabi" && shown.row && (
          <SyllabusParts actor={actor} year={at.year} syllabus={Number(shown.row.key)} />
        )}
        {shown.row && <RemoveRow at={at} page={shown} />}
      </DeskColumn>
    );
  },
);

type Props = { at: At; page: RowDetails };

/** Takes a row away, or says how many enrollments name it. */
function RemoveRow({ at, page: { row, version, referencingEnrollments } }: Props) {
  const t = useTranslations("desk.catalogue");
  return (
    <Sheet id="remove" title={t("remove")} className="mt-10 mb-8">
      {referencingEnrollments > 0 ? (
        <p className="py-3">{t("problems.named", { count: referencingEnrollments })}</p>
      ) : (
        <DeskForm name="remove" action={rowAction} className="py-3">
          <Where at={at} rowKey={row?.key} version={version} />
          <input type="hidden" name="remove" value="yes" />
          <Difference
            look="danger"
            words={{ title: t("removes"), look: t("lookRemove"), save: t("removeNow") }}
          />
        </DeskForm>
      )}
    </Sheet>
  );
}

type SyllabusPartsProps = { actor: Actor; year: number; syllabus: number };

/** In which specialities a syllabus is taught, and which subjects it has. */
async function SyllabusParts({ actor, year, syllabus }: SyllabusPartsProps) {
  const [t, ...parts] = await Promise.all([
    getTranslations("desk.catalogue"),
    ...linkTables.map((table) => readTable(actor, table, year, syllabus)),
  ]);
  return linkTables.map((table, at) => (
    <Sheet
      key={table}
      id={table}
      title={t(`tables.${table}`)}
      act={<Link href={rowAddress(table, year, undefined, syllabus)}>{t(`new.${table}`)}</Link>}
    >
      <CatalogueTable
        caption={t(`tables.${table}`)}
        columns={(parts[at]?.columns ?? []).filter(({ name }) => !named[table].includes(name))}
        rows={parts[at]?.rows ?? []}
        hrefOf={({ key }) => rowAddress(table, year, key, syllabus)}
      />
    </Sheet>
  ));
}

/** What the page and the row's name say already. */
const named = {
  syllabus_specialities: ["syllabus_id", "speciality_id"],
  syllabus_subjects: ["syllabus_id", "subject_id"],
};
