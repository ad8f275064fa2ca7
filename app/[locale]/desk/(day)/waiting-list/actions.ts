"use server";

import { refresh } from "next/cache";
import { getTranslations } from "next-intl/server";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { callNext } from "@/lib/decisions/places/verbs";
import { callSchema } from "./call-schema";

/** Offers places to the proposed students; if some failed, says which and why above the new list. */
export const callNextAction = createStaffAction(async ({ actor }, form) => {
  const { year, call } = parseForm(form, callSchema);
  const { called, refused } = await callNext({ year, calls: call.flat() }, actor);
  if (refused.length === 0) return { redirect: `/desk/waiting-list?year=${year}&said=called` };
  refresh();
  const [t, outcomes] = await Promise.all([
    getTranslations("decisions.calls"),
    getTranslations("desk.bulk.outcomes"),
  ]);
  const getReason = (code: string) =>
    outcomes(outcomes.has(code as "failed") ? (code as "failed") : "failed");
  return {
    problems: [
      { text: t("given", { given: called.length, count: called.length + refused.length }) },
      ...refused.map(({ reference, code }) => ({ text: `${reference}: ${getReason(code)}` })),
    ],
  };
});
