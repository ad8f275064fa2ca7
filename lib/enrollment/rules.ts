import * as z from "zod/mini";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { toEmailKey } from "@/lib/mail/addresses";
import type { Day } from "@/lib/platform/dates";
import type { FieldCode } from "@/lib/platform/errors";
import { isAdult, toDocumentKey } from "./field-schemas";
import { type Branch, type Field, fieldRows } from "./fields";

/** The school's data for the rules; serialisable, so that the browser's form can use it. */
export type SchoolContext = {
  today: Day;
  /** The current and the next school year (4.1) with the ids of their catalogues. */
  schoolYears: { id: number; specialities: number[]; syllabi: number[] }[];
  countries: string[];
  minorsWithoutEmail: boolean;
};

/** The valid fields; rules see only these, so that one error never hides another. */
type ValidAnswers = Partial<Record<string, unknown>>;

/** Whether a field was submitted, valid or not. */
type IsSubmitted = (field: string) => boolean;

/** A rule that needs the school, today or another field: the fields that it can report, its code and condition. */
export type Rule<Code extends string = FieldCode> = {
  code: Code;
  fields: readonly string[];
  isBroken: (field: string, input: ValidAnswers, school: SchoolContext, isSubmitted: IsSubmitted) => boolean;
};

/**
 * Adds the rules that validate an enrollment to a schema, so that one parse finds every issue. Used by the API and the
 * form; a schema picked down to a step's fields checks only those.
 * @param earlierAnswers valid answers of earlier steps, for comparisons
 */
export function addRules<S extends z.ZodMiniObject>(
  schema: S,
  rules: readonly Rule<string>[],
  school: SchoolContext,
  earlierAnswers: ValidAnswers = {},
): S {
  const apply = (value: unknown, context: z.core.$RefinementCtx) => {
    if (typeof value !== "object" || value === null) return;
    const invalidFields = new Set(context.issues.map(({ path }) => path?.[0]));
    const valid = Object.fromEntries(Object.entries(value).filter(([field]) => !invalidFields.has(field)));
    const known: ValidAnswers = { ...earlierAnswers, ...valid };
    const isSubmitted = (field: string) => invalidFields.has(field) || known[field] !== undefined;

    for (const { code, fields, isBroken } of rules) {
      for (const field of fields) {
        if (field in schema.shape && isBroken(field, known, school, isSubmitted))
          context.addIssue({ code: "custom", path: [field], message: code });
      }
    }
  };
  return schema.check(z.superRefine(apply, { when: () => true }));
}

const listFields = (branch: Branch, matches: (row: Field) => boolean) =>
  fieldRows.flatMap(([name, row]) => (row[branch] && matches(row) ? [name] : []));

const findYear = (input: ValidAnswers, { schoolYears }: SchoolContext) =>
  schoolYears.find(({ id }) => id === input.school_year_id);

/** 4.3-1, 4.3-3, 4.4-2, 4.4-4. With an invalid year, an item must exist in some year. */
const catalogueRules = (branch: Branch): Rule[] => {
  const notIn = (list: "specialities" | "syllabi", code: FieldCode): Rule => ({
    code,
    fields: listFields(branch, ({ options }) => options === list),
    isBroken(field, input, school) {
      const year = findYear(input, school);
      const years = year ? [year] : school.schoolYears;
      return input[field] !== undefined && !years.some((one) => one[list].includes(input[field] as number));
    },
  });
  return [
    {
      code: "school_year_unavailable",
      fields: listFields(branch, ({ options }) => options === "years"),
      isBroken: (field, input, school) => input[field] !== undefined && !findYear(input, school),
    },
    notIn("specialities", "speciality_unavailable"),
    notIn("syllabi", "syllabus_unavailable"),
  ];
};

/** 4.3-4, 4.4-5. */
const countryRule = (branch: Branch): Rule => ({
  code: "country_unsupported",
  fields: listFields(branch, ({ options }) => options === "countries"),
  isBroken: (field, input, { countries }) =>
    input[field] !== undefined && !countries.includes(input[field] as string),
});

const isFuture = (day: unknown, { today }: SchoolContext) => day !== undefined && (day as Day) > today;

const futureRule = (branch: Branch): Rule => ({
  code: "in_the_future",
  fields: listFields(branch, ({ control }) => control === "date"),
  isBroken: (field, input, school) => isFuture(input[field], school),
});

/** 4.3-6, 4.4-6: 18 or older today in the school's time zone. */
const ageRule = (field: "student_birth_date" | "guardian_birth_date"): Rule => ({
  code: "under_age",
  fields: [field],
  isBroken(_, { [field]: birth }, school) {
    return birth !== undefined && !isFuture(birth, school) && !isAdult(birth as Day, school.today);
  },
});

/** The rules of 4.3 that need the school or several fields. */
export const adultRules: readonly Rule[] = [
  ...catalogueRules("adult"),
  countryRule("adult"),
  futureRule("adult"),
  ageRule("student_birth_date"),
];

/** 4.4-9. */
const studentEmailRule: Rule = {
  code: "required",
  fields: ["student_email"],
  isBroken: (field, _, { minorsWithoutEmail }, isSubmitted) => !minorsWithoutEmail && !isSubmitted(field),
};

/** 4.4-8: of two equal values, reports the later field. */
const distinctRule = (code: FieldCode, names: readonly string[], key: (value: string) => string): Rule => ({
  code,
  fields: names.slice(1),
  isBroken(field, input) {
    const getKey = (field: string) => (input[field] === undefined ? undefined : key(input[field] as string));
    const own = getKey(field);
    return (
      own !== undefined && names.slice(0, names.indexOf(field)).some((earlier) => getKey(earlier) === own)
    );
  },
});

/** The rules of 4.4 that need the school or several fields. */
export const minorRules: readonly Rule[] = [
  ...catalogueRules("minor"),
  countryRule("minor"),
  futureRule("minor"),
  ageRule("guardian_birth_date"),
  studentEmailRule,
  distinctRule(
    "email_not_distinct",
    listFields("minor", ({ control }) => control === "email"),
    toEmailKey,
  ),
  distinctRule(
    "document_not_distinct",
    listFields("minor", ({ control }) => control === "document"),
    toDocumentKey,
  ),
];

/** The rules of another year of an existing student. */
export const returningRules: readonly Rule[] = catalogueRules("minor");

type EnrollmentWindow = "open" | "not-yet" | "over";

/** Whether families can enroll for a school year on `today`, from its first day to its last day, if any. */
export function getEnrollmentWindow(year: SchoolYear, today: Day): EnrollmentWindow {
  if (today < year.start_enrollment) return "not-yet";
  const last = year.end_enrollment ?? year.end_school_year;
  return today > last ? "over" : "open";
}
