import { lastStep, type StepId } from "@/lib/wizard/steps";

export const getStepHref = (step: StepId, fromCheck = false) =>
  `/enroll/${step}${fromCheck ? "?from=check" : ""}`;

/** Check answers has no link back to itself. */
export const getHrefFromCheck = (step: StepId) => getStepHref(step, step !== lastStep);

export const getSignInHref = (step: StepId) => `/sign-in?onward=${step}`;

/**
 * The same page with a notice about changes by another tab.
 * @param parts what has changed
 */
export function getChangedHref(step: StepId, { fromCheck = false, parts = [] as string[] } = {}) {
  const query = new URLSearchParams({ ...(fromCheck && { from: "check" }), overtaken: "changed" });
  if (parts.length > 0) query.set("changed", parts.join(","));
  return `/enroll/${step}?${query}`;
}
