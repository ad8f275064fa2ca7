import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { ConflictError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";

/**
 * A conflict is shown once; saving again overwrites.
 * @param words text with author and current value
 */
export async function orOvertaken(
  form: FormData,
  words: (who: string, now: string) => string,
  work: () => Promise<ActionState | { goTo: string }>,
): Promise<ActionState | { goTo: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { field, now, by } = error;
    const who = by?.name ?? (await getTranslations("desk.settings"))("service");
    return { problems: [{ field, words: words(who, now) }], values: { ...readFormFields(form), was: [now] } };
  }
}
