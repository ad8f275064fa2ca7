import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { defineDeskPage } from "@/app/[locale]/desk/_lib/define-desk-page";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { PictureSection } from "@/app/[locale]/desk/(school)/catalogue/[table]/[row]/_picture/picture-section";
import { saveRowAction } from "@/app/[locale]/desk/(school)/catalogue/[table]/[row]/actions";
import { CatalogueTable } from "@/app/[locale]/desk/(school)/catalogue/catalogue-table";
import {
  findTable,
  getRowAddress,
  getTableAddress,
  linkTables,
} from "@/app/[locale]/desk/(school)/catalogue/table-addresses";
import { ChangePreview } from "@/components/desk/change-preview";
import { DeskPage } from "@/components/desk/desk-page";
import { HiddenField, SelectField, TextField } from "@/components/forms/fields";
import { Section } from "@/components/ui/section";
import type { TableName } from "@/lib/catalogue/files/tables";
import { readRow, readTable, type TableColumn } from "@/lib/desk/catalogue/queries";
import { Link } from "@/lib/i18n/navigation";
import type { Actor } from "@/lib/people/staff/permissions";

type RowDetails = NonNullable<Awaited<ReturnType<typeof readRow>>>;

/** One catalogue row: change, add or delete, with preview (desk 26). */
export default defineDeskPage(
  "change_settings",
  "desk.catalogue",
  async ({ t, actor, params: { table: tableName = "", row = "" }, query }) => {
    const table = findTable(tableName);
    if (!table) return;
    const { year } = await getSelectedYear(query.year);
    const isNew = row === "new";
    const details = await readRow(actor, table, year?.id ?? 0, isNew ? undefined : row.replace("-", "/"));
    if (!details || (isNew && !year && table !== "school_years")) return;
    const syllabus = typeof query.syllabus === "string" ? query.syllabus : details.row?.cells.syllabus_id;
    const location = { table, year: year?.id ?? 0, ...(syllabus && { syllabus }) };
    return (
      <DeskPage
        back={{
          href: getTableAddress(table, location.year, syllabus),
          text: t(syllabus ? "tables.syllabi" : `tables.${table}`),
        }}
        flash={query.said}
      >
        <RowForm location={location} details={details} />
        {table === "syllabi" && details.row && (
          <SyllabusParts actor={actor} year={location.year} syllabus={Number(details.row.key)} />
        )}
        {table === "specialities" && details.row && <PictureSection id={details.row.key} />}
        {details.row && <RemoveRow location={location} details={details} />}
      </DeskPage>
    );
  },
);

type Props = { location: RowLocation; details: RowDetails };

/** Deletes a row, or says how many enrollments use it. */
function RemoveRow({ location, details: { row, version, referencingEnrollments } }: Props) {
  const t = useTranslations("desk.catalogue");
  return (
    <Section id="remove" title={t("remove")} className="mt-10 mb-8">
      {referencingEnrollments > 0 ? (
        <p className="py-3">{t("problems.named", { count: referencingEnrollments })}</p>
      ) : (
        <DeskForm name="remove" action={saveRowAction} className="py-3">
          <RowLocationFields location={location} rowKey={row?.key} version={version} />
          <input type="hidden" name="remove" value="yes" />
          <ChangePreview
            variant="danger"
            texts={{ title: t("removes"), preview: t("lookRemove"), save: t("removeNow") }}
          />
        </DeskForm>
      )}
    </Section>
  );
}

type SyllabusPartsProps = { actor: Actor; year: number; syllabus: number };

/** Specialities and subjects of a syllabus. */
async function SyllabusParts({ actor, year, syllabus }: SyllabusPartsProps) {
  const [t, ...tables] = await Promise.all([
    getTranslations("desk.catalogue"),
    ...linkTables.map((table) => readTable(actor, table, year, syllabus)),
  ]);
  return linkTables.map((table, index) => (
    <Section
      key={table}
      id={table}
      title={t(`tables.${table}`)}
      action={<Link href={getRowAddress(table, year, undefined, syllabus)}>{t(`new.${table}`)}</Link>}
    >
      <CatalogueTable
        caption={t(`tables.${table}`)}
        columns={(tables[index]?.columns ?? []).filter(({ name }) => !hiddenColumns[table].includes(name))}
        rows={tables[index]?.rows ?? []}
        getHref={({ key }) => getRowAddress(table, year, key, syllabus)}
      />
    </Section>
  ));
}

/** Already in the page's title. */
const hiddenColumns = {
  syllabus_specialities: ["syllabus_id", "speciality_id"],
  syllabus_subjects: ["syllabus_id", "subject_id"],
};

/** Table, year and, for dependent rows, syllabus. */
type RowLocation = { table: TableName; year: number; syllabus?: string };

type RowFormProps = { location: RowLocation; details: RowDetails };

function RowForm({ location, details: { columns, row, version, last } }: RowFormProps) {
  const { date } = useDateFormats();
  const t = useTranslations("desk.catalogue");
  const title = row?.label ?? t(`new.${location.table}`);
  const lastChange =
    last &&
    t("changedBy", {
      who: last.name ?? t("command"),
      day: date(last.at),
    });
  return (
    <DeskForm
      name="row"
      action={saveRowAction}
      title={title}
      above={lastChange && <p className="mb-6 text-small text-muted">{lastChange}</p>}
    >
      <RowLocationFields location={location} rowKey={row?.key} version={version} />
      <div className="grid items-end gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {columns
          .filter(({ name }) => !(location.syllabus && name === "syllabus_id"))
          .map((column) => (
            <CellField key={column.name} column={column} cell={row?.cells[column.name]} />
          ))}
      </div>
      <ChangePreview texts={{ title: t("changes"), preview: t("look"), save: t("save") }} />
    </DeskForm>
  );
}

/** With the version that the page showed. */
function RowLocationFields({
  location,
  rowKey,
  version,
}: {
  location: RowLocation;
  rowKey: string | undefined;
  version: string;
}) {
  return (
    <>
      <input type="hidden" name="table" value={location.table} />
      <input type="hidden" name="schoolYear" value={location.year} />
      <input type="hidden" name="key" value={rowKey ?? ""} />
      <input type="hidden" name="syllabus" value={location.syllabus ?? ""} />
      <HiddenField name="version" value={version} />
    </>
  );
}

const kindsWithHint = new Set(["code", "decimal", "duration", "label"]);

function CellField({ column, cell = "" }: { column: TableColumn; cell: string | undefined }) {
  const t = useTranslations("desk.catalogue");
  const locale = useLocale();
  const field = {
    name: `cell_${column.name}`,
    label: t(`columns.${column.name}` as "none"),
    defaultValue: column.kind === "decimal" && locale !== "en" ? cell.replace(".", ",") : cell,
  };
  if (column.options) return <SelectField {...field} blank={t("none")} options={column.options} />;
  if (column.kind === "flag") {
    const options = (["true", "false"] as const).map((value) => ({ value, label: t(`flags.${value}`) }));
    return <SelectField {...field} blank={cell === "" ? t("none") : undefined} options={options} />;
  }
  if (column.choices) {
    const options = column.choices.map((value) => ({ value, label: t(`kinds.${value}` as "none") }));
    return <SelectField {...field} options={options} />;
  }
  if (column.kind === "day") return <TextField {...field} type="date" />;
  return (
    <TextField
      {...field}
      hint={kindsWithHint.has(column.kind) ? t(`hints.${column.kind}` as "none") : undefined}
      inputMode={column.kind === "whole" ? "numeric" : column.kind === "decimal" ? "decimal" : undefined}
      autoComplete="off"
    />
  );
}
