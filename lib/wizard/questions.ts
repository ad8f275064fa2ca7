import * as z from "zod/mini";
import { type Field, type FieldName, fields, type List } from "@/lib/enrollment/fields";

/** A question of the form's own: what an answer makes needless, and where that comes from instead. */
type Question = Omit<Field, "stored"> & {
  hides: { on: "yes" | "no"; fields: readonly FieldName[]; instead?: readonly FieldName[] };
};

const yesOrNo = z.enum(["yes", "no"], { error: "required" });

/** What only the form asks: most of it of who fills in for a minor. */
export const formQuestions = {
  has_second_guardian: {
    value: yesOrNo,
    control: "choice",
    from: "yes-no",
    words: "has_second_guardian",
    person: "second_guardian",
    hides: { on: "no", fields: ["second_guardian_email"] },
  },
  has_student_email: {
    value: yesOrNo,
    control: "choice",
    from: "yes-no",
    words: "has_student_email",
    hides: { on: "no", fields: ["student_email"] },
  },
  student_same_address: {
    value: z.optional(z.literal("yes", { error: "invalid_type" })),
    control: "tick",
    words: "same_address",
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
    words: "studies_later",
    hides: {
      on: "yes",
      fields: ["student_syllabi_option1", "student_syllabi_option2", "student_syllabi_option3"],
    },
  },
  // Codes of what the year's round asks, with spaces between them (admission 2).
  merits: {
    value: z.optional(z.string()),
    control: "ticks",
    words: "merits",
    maxLength: 1300,
    hides: { on: "no", fields: [] },
  },
} as const satisfies Record<string, Question>;

export type FormQuestionName = keyof typeof formQuestions;

/** A field of the form: one of the API's, or one of the form's own. */
export type FormField = FieldName | FormQuestionName;

const rows: Record<FormField, Field> = { ...fields, ...formQuestions };

/** Every field of the form. */
export const allFields = Object.keys(rows) as FormField[];

/** What is known of a field of the form. */
export const getField = (field: FormField): Field => rows[field];

/** The fields that say what somebody wishes to learn. */
export const choiceFields = allFields.filter((field) => "option" in (getField(field).stored ?? {}));

/** What a field is chosen from; undefined where nothing is chosen. */
export function getOptionsList(field: FormField): List | undefined {
  const { control, from } = getField(field);
  return control === "yes-no" ? control : from;
}

/** The form's own questions that are among some fields. */
export const pickQuestions = (asked: readonly FormField[]): [FormQuestionName, Question][] =>
  Object.entries(formQuestions).filter(([name]) => asked.includes(name as FormQuestionName)) as [
    FormQuestionName,
    Question,
  ][];

/** What is told of a person in one row with another field, by the words of both. */
const rowFields: Record<string, string> = {
  surname: "name",
  document_type: "document",
  phone_country_code: "phone",
  country: "address",
  zip_code: "address",
  city: "address",
};

/** The field in whose row a field of a person is told, where that is another one. */
export function getRowField(field: FormField): FormField | undefined {
  const { person, words, stored }: Field = getField(field);
  if (stored?.in === "syllabi") return `student_speciality_option${stored.option}`;
  const leader = rowFields[words];
  return person && leader ? (`${person}_${leader}` as FieldName) : undefined;
}
