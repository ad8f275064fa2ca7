import type { FormField } from "./answers";
import { getField } from "./questions";
import { listStepFields, type StepId, stepIds } from "./steps";

/** What a family answers once for all its children. */
export const isSharedField = (field: string) =>
  field === "school_year_id" || getField(field as FormField)?.person === "guardian";

/** The steps that ask nothing else. */
export const sharedSteps: readonly StepId[] = stepIds.filter((step) => {
  const fields = listStepFields(step);
  return fields.length > 0 && fields.every(isSharedField);
});
export const isSharedStep = (step: string) => (sharedSteps as readonly string[]).includes(step);
