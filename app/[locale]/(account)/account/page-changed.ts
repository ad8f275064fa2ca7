import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { changedParts, SHOWN } from "@/lib/platform/fingerprint";
import { readFormFields } from "@/lib/platform/page-request";

/** What a page displays about people, by the id of the element that displays it. */
export type NamedParts = Readonly<Record<string, { name: string }>>;

/**
 * The answer to a form whose page no longer displays what is so: the page is made anew and what has changed is marked.
 *
 * @param parts what the page would display now
 * @param settled the parts that were answered in the same way already: the same press a second time
 * @returns undefined where nothing has changed
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
    return part ? { field, words: t("part_changed", { name: part.name }) } : [];
  });
  return {
    problems: [{ words: t("page_changed") }, ...marked],
    values: { ...readFormFields(form), terms: [] },
  };
}
