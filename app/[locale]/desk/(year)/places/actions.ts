"use server";

import { getTranslations } from "next-intl/server";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import type { ActionState } from "@/components/forms/action-state";
import { isSamePlace } from "@/lib/decisions/place";
import { LimitError, setLimits } from "@/lib/decisions/places/verbs";
import { readFormFields } from "@/lib/platform/page-request";
import { parseLimits } from "./parse-limits";

/** Saves all changed limits, or none if one is invalid. */
export const saveLimitsAction = createStaffAction(async ({ actor }, form) => {
  const { year, limits } = parseLimits(form);
  try {
    await setLimits({ schoolYearId: year, limits }, actor);
  } catch (error) {
    if (!(error instanceof LimitError) || error.code !== "changed_meanwhile") throw error;
    return getConflict(error, limits, form);
  }
  return { redirect: `/desk/places?year=${year}&said=places` };
});

/** A conflict is shown once; saving again overwrites. */
async function getConflict(
  { place, current }: LimitError,
  limits: ReturnType<typeof parseLimits>["limits"],
  form: FormData,
): Promise<ActionState> {
  const t = await getTranslations("decisions.places");
  const name = limits.find((limit) => place && isSamePlace(limit, place))?.name ?? "";
  return {
    problems: [{ field: name, text: t("changed", { found: current ?? "–" }) }],
    values: { ...readFormFields(form), [`was-${name}`]: [String(current ?? "")] },
  };
}
