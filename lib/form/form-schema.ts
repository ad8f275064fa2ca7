import * as z from "zod/mini";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { adultRules, minorRules, addRules } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import type { Answers, Branch, FormField } from "./answers";
import { formRules } from "./form-rules";
import { formQuestions } from "./questions";

/** The API's fields and the questions that only the form asks. */
export const branchShapes: Record<Branch, z.core.$ZodShape> = {
  adult: {
    ...adultEnrollmentSchema.shape,
    studies_later: formQuestions.studies_later.value,
    merits: formQuestions.merits.value,
  },
  minor: {
    ...minorEnrollmentSchema.shape,
    ...Object.fromEntries(Object.entries(formQuestions).map(([name, { value }]) => [name, value])),
  },
};

/**
 * The API's schema picked down to a step's fields, with the API's rules and the form's own: what the
 * browser and the server check on Continue.
 *
 * @param answers earlier answers that the rules compare with
 */
export function createStepSchema(
  fields: readonly FormField[],
  branch: Branch,
  school: SchoolContext,
  answers: Answers,
): z.ZodMiniObject {
  const shape = branchShapes[branch];
  const picked = fields.flatMap((field) => {
    const schema = shape[field];
    return schema ? [[field, schema] as const] : [];
  });
  return addRules(
    z.object(Object.fromEntries(picked)),
    [...(branch === "adult" ? adultRules : minorRules), ...formRules],
    school,
    answers,
  );
}
