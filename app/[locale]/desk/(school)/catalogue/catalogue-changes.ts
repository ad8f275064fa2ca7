import type { useFormatter, useTranslations } from "next-intl";
import { getFormatter, getTranslations } from "next-intl/server";
import { getDateFormats } from "@/app/[locale]/_lib/date-formats";
import type { ActionState } from "@/components/forms/action-state";
import type { ImportReport } from "@/lib/catalogue/files/import-catalogue";
import { describeChanges, type TableColumn } from "@/lib/desk/catalogue/queries";

type DescribedChange = Awaited<ReturnType<typeof describeChanges>>[number];

/** Errors by column. */
export async function toCatalogueProblems(
  problems: ImportReport["problems"],
): Promise<ActionState["problems"]> {
  const t = await getTranslations("desk.catalogue");
  return problems.map(({ column, message, text }) => ({
    ...(column && { field: `cell_${column}` }),
    text: text ? t(`problems.${text.code}` as "none", text.values as never) : message,
  }));
}

/** Formats a stored value by its column's kind. */
export const createCellFormat =
  (
    t: ReturnType<typeof useTranslations<"desk.catalogue">>,
    format: Pick<ReturnType<typeof useFormatter>, "number">,
    { mediumDay }: Pick<Awaited<ReturnType<typeof getDateFormats>>, "mediumDay">,
  ) =>
  (kind: TableColumn["kind"], cell: string): string => {
    if (cell === "") return "";
    if (kind === "flag") return t(`flags.${cell === "true" ? "true" : "false"}`);
    if (kind === "choice") return t(`kinds.${cell}` as "none");
    if (kind === "day") return mediumDay(cell);
    if (kind === "decimal") return format.number(Number(cell), { minimumFractionDigits: 2 });
    return cell;
  };

/**
 * Changes by column; new and deleted rows as a whole.
 * @param withValues values of a new row to show
 */
export async function formatChanges(
  changes: ImportReport["changes"],
  { withValues = [] }: { withValues?: readonly string[] | "all" } = {},
): Promise<NonNullable<ActionState["difference"]>> {
  const [t, format, dates] = await Promise.all([
    getTranslations("desk.catalogue"),
    getFormatter(),
    getDateFormats(),
  ]);
  const described = await describeChanges(changes, createCellFormat(t, format, dates));
  const formatValues = (values: DescribedChange["values"] = []) =>
    values
      .filter(({ column }) => withValues === "all" || withValues.includes(column))
      .filter(({ column }) => t.has(`columns.${column}` as "none")) // number and year have no text
      .map(({ column, text }) => `\n${t(`columns.${column}` as "none")}: ${text}`)
      .join("");
  return described.map(({ table, label, column, old, now, values }) => ({
    label: column ? `${label}, ${t(`columns.${column}` as "none")}` : `${t(`one.${table}`)}: ${label}`,
    old: old ?? t("nothingThere"),
    now: (now ?? t("gone")) + formatValues(values),
  }));
}
