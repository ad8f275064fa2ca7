import type { Answers, FormCode, FormField, Problems } from "@/lib/form/answers";
import { getBranch } from "@/lib/form/steps";
import { syllabusFields } from "./change-year";
import type { DraftContent } from "./draft";
import type { FormSchool } from "./form-school";

type KnownRule = {
  field: FormField;
  code: FormCode;
  blames: (values: Answers, draft: DraftContent, school: FormSchool) => boolean;
};

/** What each field of the form can be blamed for because of who is known. */
export const existingPersonRules: readonly KnownRule[] = [
  {
    field: "school_year_id",
    code: "already_enrolled",
    blames: (values, { known }) => known?.years.includes(Number(values.school_year_id)) === true,
  },
  {
    field: "student_birth_date",
    code: "not_of_age",
    blames: (values, { student, by }, { context: { today } }) =>
      student === by && getBranch(values, today) === "minor",
  },
  {
    field: "student_birth_date",
    code: "grown_up",
    blames: (values, { student }, { context: { today } }) =>
      student === undefined && getBranch(values, today) === "adult",
  },
  {
    // Who comes back sends no empty studies without having said so; whoever sees none to choose has nothing to say.
    field: "studies_later",
    code: "studies_missing",
    blames: (values, { known }, school) =>
      known?.returns === true &&
      values.studies_later !== "yes" &&
      !syllabusFields.some((field) => values[field] !== undefined) &&
      (school.catalogueOf(Number(values.school_year_id))?.syllabi.items.length ?? 0) > 0,
  },
];

/**
 * What is wrong because of who is known: a year in which the student is enrolled already, a birth date that
 * makes another part of somebody than the one chosen, a return without studies.
 *
 * @param fields those of the page, which alone can be blamed there
 */
export function findExistingPersonProblems(
  values: Answers,
  fields: readonly FormField[],
  draft: DraftContent,
  school: FormSchool,
): Problems {
  if (!draft.by) return {};
  const broken = existingPersonRules.filter(
    ({ field, blames }) => fields.includes(field) && blames(values, draft, school),
  );
  return Object.fromEntries(broken.map(({ field, code }) => [field, code]));
}
