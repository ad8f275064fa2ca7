import { useTranslations } from "next-intl";
import { Choice, TextField } from "@/components/action/fields";
import type { ShownColumn } from "@/lib/office/catalogue/show";

/** The name of a column's control. */
const controlOf = (column: string) => `cell_${column}`;

const hinted = new Set(["code", "decimal", "duration", "label"]);

/** A column's control, by what it holds. */
export function CellField({ column, cell = "" }: { column: ShownColumn; cell: string | undefined }) {
  const t = useTranslations("desk.catalogue");
  const field = {
    name: controlOf(column.name),
    label: t(`columns.${column.name}` as "none"),
    defaultValue: cell,
  };
  if (column.options) return <Choice {...field} blank={t("none")} options={column.options} />;
  if (column.kind === "flag") {
    const options = (["true", "false"] as const).map((value) => ({ value, label: t(`flags.${value}`) }));
    return <Choice {...field} blank={cell === "" ? t("none") : undefined} options={options} />;
  }
  if (column.words) {
    const options = column.words.map((value) => ({ value, label: t(`kinds.${value}` as "none") }));
    return <Choice {...field} options={options} />;
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
