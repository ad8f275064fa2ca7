import type { Role } from "@/lib/enrollment/fields";
import { allFields, getField } from "@/lib/wizard/questions";
import type { Answers, Branch, FormField } from "@/lib/wizard/types";

export type ExistingPeople = {
  people: Role[];
  answers: Answers;
  /** School years with an active enrollment of the student. */
  years: number[];
  returns: boolean;
};

/** Asked of returning students only: new students without a choice have not decided yet. */
const returningFields: readonly FormField[] = ["studies_later"];

export function listUnaskedFields(
  known: ExistingPeople | undefined,
  branch: Branch | undefined,
): FormField[] {
  return allFields.filter((field) => {
    if (returningFields.includes(field)) return !known?.returns;
    const { person, [branch ?? "minor"]: requirement } = getField(field);
    if (!known || !person || !known.people.includes(person)) return false;
    return isAnsweredOrOptional(field, known, requirement?.required);
  });
}

export const hasExistingPerson = (unasked: readonly FormField[]) =>
  unasked.some((field) => getField(field).person !== undefined);

const isAnsweredOrOptional = (field: FormField, { answers }: ExistingPeople, required = false) =>
  answers[field] !== undefined || !required;

/** For a new child only the guardian is known. */
export const createExistingGuardian = (answers: Answers): ExistingPeople => ({
  people: ["guardian"],
  answers,
  years: [],
  returns: false,
});
