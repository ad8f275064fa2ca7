import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { changedParts, SHOWN } from "@/lib/platform/fingerprint";
import { readFormFields } from "@/lib/platform/page-request";

/** What a page displays about people, by element id. */
export type NamedParts = Readonly<Record<string, { name: string }>>;

/**
 * Rejects a form whose page shows outdated data: renders the page again with the changes marked.
 * @param parts current data
 * @param settled parts that were already answered alike, as by a double click
 * @returns undefined if nothing has changed
 */
export async function pageChanged(
  form: FormData,
  parts: NamedParts,
  settled: readonly string[] = [],
): Promise<ActionState | undefined> {
  const changed = changedParts(form.get(SHOWN), parts).filter((part) => !settled.includes(part));
  if (changed.length === 0) return;
  refresh();
  const t = await getTranslations("account.issues");
  const marked = changed.flatMap((field) => {
    const part = parts[field];
    return part ? { field, text: t("part_changed", { name: part.name }) } : [];
  });
  return {
    problems: [{ text: t("page_changed") }, ...marked],
    values: { ...readFormFields(form), terms: [] },
  };
}
