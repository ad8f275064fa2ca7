import type { Role } from "@/lib/enrollment/fields";
import { getField } from "@/lib/wizard/questions";
import type { Answers, FormField } from "@/lib/wizard/types";

export type ExistingPeople = {
  people: Role[];
  answers: Answers;
  /** School years with an active enrollment of the student. */
  years: number[];
  returns: boolean;
};

export const hasExistingPerson = (unasked: readonly FormField[]) =>
  unasked.some((field) => getField(field).person !== undefined);

/** For a new child only the guardian is known. */
export const createExistingGuardian = (answers: Answers): ExistingPeople => ({
  people: ["guardian"],
  answers,
  years: [],
  returns: false,
});
