import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { ConflictError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";

/**
 * Whoever is told what somebody has changed meanwhile has seen it: saved once more, theirs counts.
 * @param words in which they are told, by who it was and what is there now
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
