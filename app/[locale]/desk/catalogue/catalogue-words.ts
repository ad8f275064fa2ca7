import { useFormatter, useTranslations } from "next-intl";
import type { ShownColumn } from "@/lib/office/catalogue/show";
import { dateOf } from "@/lib/platform/dates";

/** What stands in a cell, in words. */
export function useCellWords() {
  const t = useTranslations("desk.catalogue");
  const format = useFormatter();
  return ({ kind, options }: ShownColumn, cell: string): string => {
    if (options) return options.find(({ value }) => value === cell)?.label ?? cell;
    if (cell === "") return "";
    if (kind === "flag") return t(`flags.${cell === "true" ? "true" : "false"}`);
    if (kind === "choice") return t(`kinds.${cell}` as "none");
    if (kind === "day") return format.dateTime(dateOf(cell), { dateStyle: "medium", timeZone: "UTC" });
    if (kind === "decimal") return format.number(Number(cell), { minimumFractionDigits: 2 });
    return cell;
  };
}

export const isNumber = ({ kind, options }: ShownColumn) =>
  !options && (kind === "decimal" || kind === "whole" || kind === "duration");
