import type { Role } from "@/lib/enrollment/fields";
import type { Answers, Branch, FormField } from "./answers";
import { everyField, rowOf } from "./questions";

/** The people of a request whom the school knows, and what it knows of them (families 5). */
export type Known = {
  people: Role[];
  answers: Answers;
  /** The school years in which an enrollment of the student stands. */
  years: number[];
};

/** What is not asked of people who are known: what is known of them, and what need not be. */
export function unaskedFields(known: Known | undefined, branch: Branch | undefined): FormField[] {
  if (!known) return [];
  return everyField.filter((field) => {
    const { person, [branch ?? "minor"]: asked } = rowOf(field);
    return person !== undefined && known.people.includes(person) && isSettled(field, known, asked?.required);
  });
}

const isSettled = (field: FormField, { answers }: Known, required = false) =>
  answers[field] !== undefined || !required;
