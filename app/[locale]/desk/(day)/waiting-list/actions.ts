"use server";

import { getLocale } from "next-intl/server";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { DecisionError, formatDecisionError } from "@/lib/decisions/decision-error";
import { callNext } from "@/lib/decisions/places/verbs";
import { callSchema } from "./call-schema";

/** Offers places to the proposed students; lists those for whom it failed. */
export const callNextAction = createStaffAction(async ({ actor }, form) => {
  const { year, call } = parseForm(form, callSchema);
  const { refused } = await callNext({ year, calls: call.flat() }, actor);
  if (refused.length === 0) return { redirect: `/desk/waiting-list?year=${year}&said=called` };
  const locale = await getLocale();
  return {
    problems: refused.map(({ reference, code }) => ({
      text: `${reference}: ${formatDecisionError(new DecisionError(code), locale)}`,
    })),
  };
});
