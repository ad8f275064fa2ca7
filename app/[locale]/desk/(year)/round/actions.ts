"use server";

import { parseForm, readFormData } from "@/app/[locale]/_lib/parse-form";
import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import type { FormAction } from "@/components/forms/action-state";
import { changeRound, listPlanIssues, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { getSchoolToday } from "@/lib/school/settings";
import { parsePlaceValue } from "./move/place-value";
import { toCriteria } from "./plan-criteria";
import { planSchema } from "./round-schemas";

const redirectToRound = (year: number, said: string) => ({
  redirect: `/desk/round?year=${year}&said=${said}`,
});

/** Possible until the list is frozen. */
export const planRoundAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const texts: Record<string, unknown> = readFormData(form, planSchema);
    const existing = texts.code ? await findRound(String(texts.code)) : null;
    const input = parseForm(form, planSchema, await listPlanIssues(texts, await getSchoolToday(), existing));
    const { year, code, round } = input;
    const plan = {
      ...input,
      criteria: toCriteria(input, existing?.criteria ?? []),
      leftOut: input.leftOut.map(parsePlaceValue),
    };
    if (!code) {
      await planRound({ ...plan, round: round ?? "" }, actor);
      return redirectToRound(year, "roundPlanned");
    }
    return catchConflict(form, actor, async () => {
      await changeRound(plan, actor);
      return redirectToRound(year, "roundCorrected");
    });
  });
