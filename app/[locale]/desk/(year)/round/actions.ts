"use server";

import { readFormData } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import { changeRound, listPlanIssues, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { parseActionInput } from "@/lib/people/verb";
import { getSchoolToday } from "@/lib/school/settings";
import { parsePlaceValue } from "./move/place-value";
import { toCriteria } from "./plan-criteria";
import { planSchema } from "./round-schemas";

/** Possible until the list is frozen. */
export const planRoundAction = createStaffAction(async ({ actor }, form) => {
  const texts: Record<string, unknown> = readFormData(form, planSchema);
  const existing = texts.code ? await findRound(String(texts.code)) : null;
  const input = parseActionInput(
    planSchema,
    texts,
    await listPlanIssues(texts, await getSchoolToday(), existing),
  );
  const { year, code, round } = input;
  const plan = {
    ...input,
    criteria: toCriteria(input, existing?.criteria ?? []),
    leftOut: input.leftOut.map(parsePlaceValue),
  };
  return catchConflict(form, actor, async () => {
    if (code) await changeRound(plan, actor);
    else await planRound({ ...plan, round: round ?? "" }, actor);
    return { redirect: `/desk/round?year=${year}&said=${code ? "roundCorrected" : "roundPlanned"}` };
  });
});
