import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";

export type Enrollment = AdultEnrollment | MinorEnrollment;

/** Values by control name. */
export type FormInput = Record<string, string>;

/** Values that lead to the same enrollment as an API body. */
export function toFormInput(body: Enrollment): FormInput {
  const answers: FormInput = {};
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    if (field.endsWith("_birth_date")) Object.assign(answers, toDateInput(field, String(value)));
    else if (field === "terms_and_conditions") answers[field] = "on";
    else answers[field] = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  }
  if (!("guardian_email" in body)) return answers;
  answers.student_same_address = ""; // a checked box would hide the student's address
  answers.has_second_guardian = body.second_guardian_email ? "yes" : "no";
  answers.has_student_email = body.student_email ? "yes" : "no";
  return answers;
}

/** Includes optional answers about a child. */
export const hasOptionalInput = ({
  guardian_email,
  student_document,
  student_phone,
  student_city,
}: FormInput) => Boolean(guardian_email && (student_document || student_phone || student_city));

function toDateInput(field: string, date: string): FormInput {
  const [year = "", month = "", day = ""] = date.split("-");
  return { [`${field}_day`]: day, [`${field}_month`]: month, [`${field}_year`]: year };
}
