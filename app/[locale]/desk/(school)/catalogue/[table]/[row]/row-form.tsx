import { useTranslations } from "next-intl";
import { useDateFormats } from "@/app/[locale]/_lib/date-formats";
import { DeskForm } from "@/app/[locale]/desk/_lib/desk-form";
import { ChangePreview } from "@/components/desk/change-preview";
import { HiddenField, SelectField, TextField } from "@/components/forms/fields";
import type { RowDetails, TableColumn, TableName } from "@/lib/desk/catalogue/queries";
import { saveRowAction } from "./actions";

/** Table, year and, for dependent rows, syllabus. */
export type RowLocation = { table: TableName; year: number; syllabus?: string };

type Props = { at: RowLocation; page: RowDetails };

export function RowForm({ at, page: { columns, row, version, last } }: Props) {
  const { dayOf } = useDateFormats();
  const t = useTranslations("desk.catalogue");
  const title = row?.label ?? t(`new.${at.table}`);
  const changed =
    last &&
    t("changedBy", {
      who: last.name ?? t("command"),
      day: dayOf(last.at),
    });
  return (
    <DeskForm
      name="row"
      action={saveRowAction}
      title={title}
      above={changed && <p className="mb-6 text-small text-muted">{changed}</p>}
    >
      <RowLocationFields at={at} rowKey={row?.key} version={version} />
      <div className="grid items-end gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
        {columns
          .filter(({ name }) => !(at.syllabus && name === "syllabus_id"))
          .map((column) => (
            <CellField key={column.name} column={column} cell={row?.cells[column.name]} />
          ))}
      </div>
      <ChangePreview words={{ title: t("changes"), look: t("look"), save: t("save") }} />
    </DeskForm>
  );
}

/** With the version that the page showed. */
export function RowLocationFields({
  at,
  rowKey,
  version,
}: {
  at: RowLocation;
  rowKey: string | undefined;
  version: string;
}) {
  return (
    <>
      <input type="hidden" name="table" value={at.table} />
      <input type="hidden" name="schoolYear" value={at.year} />
      <input type="hidden" name="key" value={rowKey ?? ""} />
      <input type="hidden" name="syllabus" value={at.syllabus ?? ""} />
      <HiddenField name="version" value={version} />
    </>
  );
}

const controlOf = (column: string) => `cell_${column}`;

const hinted = new Set(["code", "decimal", "duration", "label"]);

function CellField({ column, cell = "" }: { column: TableColumn; cell: string | undefined }) {
  const t = useTranslations("desk.catalogue");
  const field = {
    name: controlOf(column.name),
    label: t(`columns.${column.name}` as "none"),
    defaultValue: cell,
  };
  if (column.options) return <SelectField {...field} blank={t("none")} options={column.options} />;
  if (column.kind === "flag") {
    const options = (["true", "false"] as const).map((value) => ({ value, label: t(`flags.${value}`) }));
    return <SelectField {...field} blank={cell === "" ? t("none") : undefined} options={options} />;
  }
  if (column.words) {
    const options = column.words.map((value) => ({ value, label: t(`kinds.${value}` as "none") }));
    return <SelectField {...field} options={options} />;
  }
  if (column.kind === "day") return <TextField {...field} type="date" />;
  return (
    <TextField
      {...field}
      hint={hinted.has(column.kind) ? t(`hints.${column.kind}` as "none") : undefined}
      inputMode={column.kind === "whole" ? "numeric" : column.kind === "decimal" ? "decimal" : undefined}
      autoComplete="off"
    />
  );
}
