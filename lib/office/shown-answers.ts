import { fieldsOfPart } from "@/lib/enrollment/correct/parts";
import { type FieldName, fieldRows, type Role } from "@/lib/enrollment/fields";
import { storedAnswers } from "@/lib/enrollment/stored-answers";
import { officeOrder } from "./office-order";
import type { ShownEnrollment, ShownPerson } from "./show";

export type ShownAnswer = { field: FieldName; answer: unknown };

/** What was answered about the studies, in the form's order; undefined where nothing was. */
export function studiesAnswered(enrollment: ShownEnrollment): ShownAnswer[] {
  const answers = storedAnswers(enrollment, {});
  const fields = fieldsOfPart("studies", enrollment.student.guardians.length > 0 ? "minor" : "adult");
  return fields.map((field) => ({ field, answer: answers[field] }));
}

/**
 * What a person has answered about themselves. A second guardian is shown as the first one is: once they have an
 * account they have completed what was asked of neither in the form.
 */
export function personAnswered(person: ShownPerson, role: Exclude<Role, "second_guardian">): ShownAnswer[] {
  const answers = storedAnswers(undefined, { [role]: person });
  const rows = fieldRows
    .filter(([, row]) => row.person === role)
    .sort(([, one], [, other]) => officeOrder(one) - officeOrder(other));
  return rows.map(([field]) => ({ field, answer: answers[field] }));
}
