import type { Role } from "@/lib/enrollment/fields";
import { getField } from "@/lib/wizard/questions";
import type { Answers, FormField } from "@/lib/wizard/types";

export type ExistingPeople = {
  people: Role[];
  answers: Answers;
  /** School years with an active enrollment of the student. */
  years: number[];
  returns: boolean;
  /** The family's other people, whose address and document nobody else may have. */
  others: Answers[];
};

export const hasExistingPerson = (unasked: readonly FormField[]) =>
  unasked.some((field) => getField(field).person !== undefined);

/** For a new child only the guardian is known. */
export const createExistingGuardian = (answers: Answers, others: Answers[] = []): ExistingPeople => ({
  people: ["guardian"],
  answers,
  years: [],
  returns: false,
  others,
});
