import * as z from "zod/mini";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { adultRules, minorRules, withRules } from "@/lib/enrollment/rules";
import { adultEnrollment, minorEnrollment } from "@/lib/enrollment/schema";
import type { Answers, Branch, FormField } from "./answers";
import { formRules } from "./form-rules";
import { questions } from "./questions";

/** The API's fields and the questions that only the form asks. */
export const shapes: Record<Branch, z.core.$ZodShape> = {
  adult: {
    ...adultEnrollment.shape,
    studies_later: questions.studies_later.value,
    merits: questions.merits.value,
  },
  minor: {
    ...minorEnrollment.shape,
    ...Object.fromEntries(Object.entries(questions).map(([name, { value }]) => [name, value])),
  },
};

/**
 * The API's schema picked down to a step's fields, with the API's rules and the form's own: what the
 * browser and the server check on Continue.
 *
 * @param answers earlier answers that the rules compare with
 */
export function stepSchema(
  fields: readonly FormField[],
  branch: Branch,
  school: SchoolContext,
  answers: Answers,
): z.ZodMiniObject {
  const shape = shapes[branch];
  const picked = fields.flatMap((field) => {
    const schema = shape[field];
    return schema ? [[field, schema] as const] : [];
  });
  return withRules(
    z.object(Object.fromEntries(picked)),
    [...(branch === "adult" ? adultRules : minorRules), ...formRules],
    school,
    answers,
  );
}
