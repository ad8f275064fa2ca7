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
 * @param answered parts that were already answered alike, as by a double click
 * @returns undefined if nothing has changed
 */
export async function findPageChanges(
  form: FormData,
  parts: NamedParts,
  answered: readonly string[] = [],
): Promise<ActionState | undefined> {
  const changed = changedParts(form.get(SHOWN), parts).filter((part) => !answered.includes(part));
  if (changed.length === 0) return;
  refresh();
  const t = await getTranslations("account.issues");
  const partProblems = changed.flatMap((field) => {
    const part = parts[field];
    return part ? { field, text: t("part_changed", { name: part.name }) } : [];
  });
  return {
    problems: [{ text: t("page_changed") }, ...partProblems],
    values: { ...readFormFields(form), terms: [] },
  };
}
