import type { Answers, FormField, Problems } from "@/lib/form/answers";
import { branchOf } from "@/lib/form/steps";
import type { DraftContent } from "./draft";

/**
 * What is wrong because of who is known: a year in which the student is enrolled already, a birth date that
 * makes another part of somebody than the one chosen.
 *
 * @param fields those of the page, which alone can be blamed there
 */
export function knownProblems(
  values: Answers,
  fields: readonly FormField[],
  { by, student, known }: DraftContent,
  today: string,
): Problems {
  if (!by) return {};
  const found: Problems = {};
  const year = Number(values.school_year_id);
  if (known?.years.includes(year)) found.school_year_id = "already_enrolled";
  const branch = branchOf(values, today);
  if (student === by && branch === "minor") found.student_birth_date = "not_of_age";
  if (student === undefined && branch === "adult") found.student_birth_date = "grown_up";
  return Object.fromEntries(Object.entries(found).filter(([field]) => fields.includes(field as FormField)));
}
