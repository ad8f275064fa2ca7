import * as z from "zod/mini";
import { addRules, adultRules, minorRules, type Rule, type SchoolContext } from "@/lib/enrollment/rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "@/lib/enrollment/schema";
import { allFields, formQuestions, getField } from "@/lib/wizard/questions";
import type { Answers, Branch, FormCode, FormField } from "@/lib/wizard/types";

type FormRule = Rule<FormCode> & { fields: readonly FormField[] };

const filterFields = (matches: (row: ReturnType<typeof getField>) => boolean) =>
  allFields.filter((field) => matches(getField(field)));

const MAX_AGE = 120;

const noRepeatedChoice = (list: "specialities" | "syllabi"): FormRule => {
  const options = filterFields(({ stored }) => stored?.in === list);
  return {
    code: "choice_repeated",
    fields: options,
    isBroken: (field, input) =>
      input[field] !== undefined &&
      options.slice(0, options.indexOf(field as FormField)).some((name) => input[name] === input[field]),
  };
};

const requireIfYes = (email: FormField, question: FormField): FormRule => ({
  code: "required",
  fields: [email],
  isBroken: (field, input) => input[question] === "yes" && input[field] === undefined,
});

/** Rules beyond the interface, for errors that people can correct. */
export const formRules: readonly FormRule[] = [
  requireIfYes("second_guardian_email", "has_second_guardian"),
  requireIfYes("student_email", "has_student_email"),
  {
    // A number without its type, where the document is optional.
    code: "required",
    fields: ["student_document_type"],
    isBroken: (field, input) => input.student_document !== undefined && input[field] === undefined,
  },
  {
    code: "year_unlikely",
    fields: filterFields(({ control }) => control === "date"),
    isBroken: (field, { [field]: day }, { today }) =>
      typeof day === "string" && day.slice(0, 4) < `${Number(today.slice(0, 4)) - MAX_AGE}`,
  },
  {
    code: "zip_spain",
    fields: filterFields(({ control }) => control === "zip"),
    isBroken: (field, input) =>
      input[field] !== undefined &&
      input[`${getField(field as FormField).person}_country`] === "es" &&
      !/^\d{5}$/.test(String(input[field])),
  },
  noRepeatedChoice("specialities"),
  noRepeatedChoice("syllabi"),
];

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
 * The API's schema limited to a step's fields, with the API's rules and the form's; used by browser and server.
 * @param answers other answers that the rules compare with
 */
export function createStepSchema(
  fields: readonly FormField[],
  branch: Branch,
  school: SchoolContext,
  answers: Answers,
): z.ZodMiniObject {
  const shape = branchShapes[branch];
  const schemas = fields.flatMap((field) => {
    const schema = shape[field];
    return schema ? [[field, schema] as const] : [];
  });
  return addRules(
    z.object(Object.fromEntries(schemas)),
    [...(branch === "adult" ? adultRules : minorRules), ...formRules],
    school,
    answers,
  );
}
