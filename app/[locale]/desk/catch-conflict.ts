import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/forms/action-state";
import { ConflictError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";

type Outcome = ActionState | { goTo: string };

/**
 * A conflict is shown once; saving again overwrites.
 * @param saysNow shows the current value
 */
export async function catchConflict(
  form: FormData,
  work: () => Promise<Outcome>,
  saysNow = false,
): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { field, now, by } = error;
    const t = await getTranslations("desk");
    const who = by?.name ?? t("settings.service");
    const text = saysNow
      ? t("settings.overtaken", { who, now: now || t("settings.none") })
      : t("texts.overtaken", { who });
    return { problems: [{ field, text }], values: { ...readFormFields(form), was: [now] } };
  }
}
