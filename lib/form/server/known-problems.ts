import type { Answers, FormCode, FormField, Problems } from "@/lib/form/answers";
import { branchOf } from "@/lib/form/steps";
import type { DraftContent } from "./draft";

type KnownRule = {
  field: FormField;
  code: FormCode;
  blames: (values: Answers, draft: DraftContent, today: string) => boolean;
};

/** What each field of the form can be blamed for because of who is known. */
export const knownRules: readonly KnownRule[] = [
  {
    field: "school_year_id",
    code: "already_enrolled",
    blames: (values, { known }) => known?.years.includes(Number(values.school_year_id)) === true,
  },
  {
    field: "student_birth_date",
    code: "not_of_age",
    blames: (values, { student, by }, today) => student === by && branchOf(values, today) === "minor",
  },
  {
    field: "student_birth_date",
    code: "grown_up",
    blames: (values, { student }, today) => student === undefined && branchOf(values, today) === "adult",
  },
];

/**
 * What is wrong because of who is known: a year in which the student is enrolled already, a birth date that
 * makes another part of somebody than the one chosen.
 *
 * @param fields those of the page, which alone can be blamed there
 */
export function knownProblems(
  values: Answers,
  fields: readonly FormField[],
  draft: DraftContent,
  today: string,
): Problems {
  if (!draft.by) return {};
  const broken = knownRules.filter(
    ({ field, blames }) => fields.includes(field) && blames(values, draft, today),
  );
  return Object.fromEntries(broken.map(({ field, code }) => [field, code]));
}
