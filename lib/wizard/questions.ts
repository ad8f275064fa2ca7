import * as z from "zod/mini";
import { type Field, type FieldName, fields, type OptionList } from "@/lib/enrollment/fields";

/** A question that only the form asks, and the field that its answer replaces. */
type Question = Omit<Field, "stored"> & {
  hides: { on: "yes" | "no"; fields: readonly FieldName[]; instead?: readonly FieldName[] };
};

const yesOrNo = z.enum(["yes", "no"], { error: "required" });

export const formQuestions = {
  has_second_guardian: {
    value: yesOrNo,
    control: "choice",
    options: "yes-no",
    textKey: "has_second_guardian",
    person: "second_guardian",
    hides: { on: "no", fields: ["second_guardian_email"] },
  },
  has_student_email: {
    value: yesOrNo,
    control: "choice",
    options: "yes-no",
    textKey: "has_student_email",
    hides: { on: "no", fields: ["student_email"] },
  },
  student_same_address: {
    value: z.optional(z.literal("yes", { error: "invalid_type" })),
    control: "tick",
    textKey: "same_address",
    person: "student",
    hides: {
      on: "yes",
      fields: ["student_country", "student_address", "student_zip_code", "student_city"],
      instead: ["guardian_country", "guardian_address", "guardian_zip_code", "guardian_city"],
    },
  },
  studies_later: {
    value: z.optional(z.literal("yes", { error: "invalid_type" })),
    control: "tick",
    textKey: "studies_later",
    hides: {
      on: "yes",
      fields: ["student_syllabi_option1", "student_syllabi_option2", "student_syllabi_option3"],
    },
  },
  // Criterion codes of the year's round, separated by spaces (admission 2).
  merits: {
    value: z.optional(z.string()),
    control: "ticks",
    textKey: "merits",
    maxLength: 1300,
    hides: { on: "no", fields: [] },
  },
} as const satisfies Record<string, Question>;

type FormQuestionName = keyof typeof formQuestions;

export type FormField = FieldName | FormQuestionName;

const rows: Record<FormField, Field> = { ...fields, ...formQuestions };

export const allFields = Object.keys(rows) as FormField[];

export const getField = (field: FormField): Field => rows[field];

export const choiceFields = allFields.filter((field) => "option" in (getField(field).stored ?? {}));

export function getOptionsList(field: FormField): OptionList | undefined {
  const { control, options } = getField(field);
  return control === "yes-no" ? control : options;
}

export const pickQuestions = (fields: readonly FormField[]): [FormQuestionName, Question][] =>
  Object.entries(formQuestions).filter(([name]) => fields.includes(name as FormQuestionName)) as [
    FormQuestionName,
    Question,
  ][];

const rowFields: Record<string, string> = {
  surname: "name",
  document_type: "document",
  phone_country_code: "phone",
  country: "address",
  zip_code: "address",
  city: "address",
};

/** The field in whose row this one is shown, if another. */
export function getRowField(field: FormField): FormField | undefined {
  const { person, textKey, stored }: Field = getField(field);
  if (stored?.in === "syllabi") return `student_speciality_option${stored.option}`;
  const leader = rowFields[textKey];
  return person && leader ? (`${person}_${leader}` as FieldName) : undefined;
}
