"use server";

import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { catchConflict } from "@/app/[locale]/desk/catch-conflict";
import type { FormAction } from "@/components/forms/action-state";
import { changeRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { parsePlaceValue } from "./move/place-value";
import { toCriteria } from "./plan-criteria";
import { planSchema } from "./round-schemas";

const redirectToRound = (year: number, said: string) => ({
  redirect: `/desk/round?year=${year}&said=${said}`,
});

/** Possible until the list is frozen. */
export const planRoundAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const input = parseForm(form, planSchema);
    const { year, code, round } = input;
    const existing = code ? await findRound(code) : null;
    const plan = {
      ...input,
      criteria: toCriteria(input, existing?.criteria ?? []),
      leftOut: input.leftOut.map(parsePlaceValue),
    };
    if (!code) {
      await planRound(plan, actor);
      return redirectToRound(year, "roundPlanned");
    }
    return catchConflict(form, actor, async () => {
      await changeRound({ ...plan, round: round || undefined }, actor);
      return redirectToRound(year, "roundCorrected");
    });
  });
