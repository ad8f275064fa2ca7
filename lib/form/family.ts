import type { FormField } from "./answers";
import { rowOf } from "./questions";
import { fieldsOfStep, type StepId, stepIds } from "./steps";

/** What a family answers once for all its children. */
export const isShared = (field: string) =>
  field === "school_year_id" || rowOf(field as FormField)?.person === "guardian";

/** The steps that ask nothing else. */
export const sharedSteps: readonly StepId[] = stepIds.filter((step) => {
  const fields = fieldsOfStep(step);
  return fields.length > 0 && fields.every(isShared);
});
export const isSharedStep = (step: string) => (sharedSteps as readonly string[]).includes(step);
