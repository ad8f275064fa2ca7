import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import type { ImportReport } from "@/lib/office/catalogue/change";
import { changesOf } from "@/lib/office/catalogue/changes";

/** What cannot be, each at its column's control. */
export async function catalogueProblems(
  problems: ImportReport["problems"],
): Promise<ActionState["problems"]> {
  const t = await getTranslations("desk.catalogue");
  return problems.map(({ column, message, said }) => ({
    ...(column && { field: `cell_${column}` }),
    words: said ? t(`problems.${said.code}` as "none", said.values as never) : message,
  }));
}

/** What becomes another, column by column; a row that comes or goes whole. */
export async function changesInWords(
  changes: ImportReport["changes"],
): Promise<NonNullable<ActionState["difference"]>> {
  const t = await getTranslations("desk.catalogue");
  const shown = await changesOf(changes);
  return shown.map(({ table, label, column, old, now }) => ({
    label: column ? `${label}, ${t(`columns.${column}` as "none")}` : `${t(`one.${table}`)}: ${label}`,
    old: old ?? t("nothingThere"),
    now: now ?? t("gone"),
  }));
}
