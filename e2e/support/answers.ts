import type { AdultEnrollment, MinorEnrollment } from "@/lib/enrollment/schema";

export type Enrollment = AdultEnrollment | MinorEnrollment;

/** What a family puts into the form's controls, by the control's name. */
export type Typed = Record<string, string>;

/** The answers that lead to the same enrollment as an API body. */
export function answersOf(body: Enrollment): Typed {
  const answers: Typed = {};
  for (const [field, value] of Object.entries(body)) {
    if (value === undefined) continue;
    if (field.endsWith("_birth_date")) Object.assign(answers, dateParts(field, String(value)));
    else if (field === "terms_and_conditions") answers[field] = "on";
    else answers[field] = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
  }
  if (!("guardian_email" in body)) return answers;
  answers.student_same_address = ""; // an address of its own, which the tick would hide
  answers.has_second_guardian = body.second_guardian_email ? "yes" : "no";
  answers.add_student_details =
    body.student_document || body.student_phone || body.student_city ? "yes" : "no";
  return answers;
}

function dateParts(field: string, date: string): Typed {
  const [year = "", month = "", day = ""] = date.split("-");
  return { [`${field}_day`]: day, [`${field}_month`]: month, [`${field}_year`]: year };
}
