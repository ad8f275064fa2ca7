import type { Role } from "@/lib/enrollment/fields";
import type { Answers, Branch, FormField } from "./answers";
import { allFields, getField } from "./questions";

/** The people of a request whom the school knows, and what it knows of them (families 5). */
export type ExistingPeople = {
  people: Role[];
  answers: Answers;
  /** The school years in which an enrollment of the student stands. */
  years: number[];
  /** Something was sent for the student before. */
  returns: boolean;
};

/** What is not asked of people who are known: what is known of them, and what need not be. */
export function listUnaskedFields(known: ExistingPeople | undefined, branch: Branch | undefined): FormField[] {
  return allFields.filter((field) => {
    if (ofReturns.includes(field)) return !known?.returns;
    const { person, [branch ?? "minor"]: asked } = getField(field);
    if (!known || !person || !known.people.includes(person)) return false;
    return isSettled(field, known, asked?.required);
  });
}

/** Asked of who comes back alone: whoever is new and chooses nothing does not know yet. */
const ofReturns: readonly FormField[] = ["studies_later"];

/** Whether something is known of a person, so that it is not asked. */
export const hasExistingPerson = (unasked: readonly FormField[]) =>
  unasked.some((field) => getField(field).person !== undefined);

const isSettled = (field: FormField, { answers }: ExistingPeople, required = false) =>
  answers[field] !== undefined || !required;
