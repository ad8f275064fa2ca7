import { lastStep, type StepId } from "@/lib/wizard/steps";

export const stepHref = (step: StepId, fromCheck = false) =>
  `/enroll/${step}${fromCheck ? "?from=check" : ""}`;

/** Check answers itself has no way back to itself. */
export const hrefFromCheck = (step: StepId) => stepHref(step, step !== lastStep);

export const signInHref = (step: StepId) => `/sign-in?onward=${step}`;

/**
 * A page again that another tab has changed.
 *
 * @param parts what of it, where it says that
 */
export function changedHref(step: StepId, { fromCheck = false, parts = [] as string[] } = {}) {
  const query = new URLSearchParams({ ...(fromCheck && { from: "check" }), overtaken: "changed" });
  if (parts.length > 0) query.set("changed", parts.join(","));
  return `/enroll/${step}?${query}`;
}
