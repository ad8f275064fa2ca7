import { getLocale, getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { formatListColumn } from "@/lib/desk/catalogue/queries";
import type { ImportReport } from "@/lib/desk/catalogue/verbs";

/** More problems are not shown. */
const SHOWN = 50;

/**
 * Errors with sheet or file, row and column.
 * @param isList a school's own list, whose year is in the form
 */
export async function toImportProblems(
  problems: ImportReport["problems"],
  isList: boolean,
): Promise<ActionState["problems"]> {
  const [t, locale] = await Promise.all([getTranslations("desk.catalogue"), getLocale()]);
  const name = (column: string) => (isList ? formatListColumn(column, locale) : column);
  const words = problems.slice(0, SHOWN).map(({ file, line, row, table, column, said }) => {
    const { names, ...values } = said.values ?? {};
    const text = t(
      `problems.${said.code}` as "problems.missing",
      { ...values, ...(names && { names: String(names).split(", ").map(name).join(", ") }) } as never,
    );
    if (isList && table === "school_years" && column) return { field: column, words: text };
    const at = [
      table ?? file,
      line ? t("import.line", { line }) : row && t("import.row", { row }),
      column && t("import.column", { column: name(column) }),
    ];
    return { words: `${at.filter(Boolean).join(", ")}: ${text}` };
  });
  const more = problems.length - SHOWN;
  return more > 0 ? [...words, { words: t("import.moreProblems", { count: more }) }] : words;
}
