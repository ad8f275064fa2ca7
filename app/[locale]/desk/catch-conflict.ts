import { getTranslations } from "next-intl/server";
import type { ActionOutcome } from "@/components/forms/action-state";
import { ConflictError } from "@/lib/people/verb";
import { readFormFields } from "@/lib/platform/page-request";

/**
 * A conflict is shown once; saving again overwrites.
 * @param withCurrentValue shows the current value
 */
export async function catchConflict(
  form: FormData,
  save: () => Promise<ActionOutcome>,
  withCurrentValue = false,
): Promise<ActionOutcome> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { field, now, by, values } = error;
    const t = await getTranslations("desk");
    const name = by?.name ?? t("settings.service");
    const fields = { ...readFormFields(form), was: [now] };
    // Of several values in one record; the form shows none of them.
    if (values)
      return {
        problems: [{ text: t("problems.claim_overtaken", { who: name, ...values }) }],
        values: fields,
      };
    const text = withCurrentValue
      ? t("settings.overtaken", { who: name, now: now || t("settings.none") })
      : t("texts.overtaken", { who: name });
    return { problems: [{ field, text }], values: fields };
  }
}
