import { listPartFields } from "@/lib/enrollment/correct/parts";
import { type FieldName, fieldRows, type Role } from "@/lib/enrollment/fields";
import { readStoredAnswers } from "@/lib/enrollment/stored-answers";
import { getFieldOrder } from "./office-order";
import type { EnrollmentRecord, RecordPerson } from "./show";

export type AnswerRow = { field: FieldName; answer: unknown };

/** What was answered about the studies, in the form's order; undefined where nothing was. */
export function listStudyAnswers(enrollment: EnrollmentRecord): AnswerRow[] {
  const answers = readStoredAnswers(enrollment, {});
  const fields = listPartFields("studies", enrollment.student.guardians.length > 0 ? "minor" : "adult");
  return fields.map((field) => ({ field, answer: answers[field] }));
}

/**
 * What a person has answered about themselves. A second guardian is shown as the first one is: once they have an
 * account they have completed what was asked of neither in the form.
 */
export function listPersonAnswers(person: RecordPerson, role: Exclude<Role, "second_guardian">): AnswerRow[] {
  const answers = readStoredAnswers(undefined, { [role]: person });
  const rows = fieldRows
    .filter(([, row]) => row.person === role)
    .sort(([, one], [, other]) => getFieldOrder(one) - getFieldOrder(other));
  return rows.map(([field]) => ({ field, answer: answers[field] }));
}
