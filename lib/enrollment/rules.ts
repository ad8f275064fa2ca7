import * as z from "zod/mini";
import type { SchoolYear } from "@/lib/catalogue/schema";
import { toEmailKey } from "@/lib/mail/addresses";
import type { Day } from "@/lib/platform/dates";
import type { FieldCode } from "@/lib/platform/errors";
import { isAdult, toDocumentKey } from "./field-schemas";
import { type Branch, type Field, fieldRows } from "./fields";

/** What the rules need to know of the school; plain data, so that the form's resolver can have it too. */
export type SchoolContext = {
  today: Day;
  /** The current and the next school year (4.1) with the ids of their catalogues. */
  schoolYears: { id: number; specialities: number[]; syllabi: number[] }[];
  countries: string[];
  minorsWithoutEmail: boolean;
};

/** The fields that are right so far; a rule looks only at these, so that one error never hides another. */
type ValidAnswers = Partial<Record<string, unknown>>;

/** Whether a field was submitted at all, right or wrong. */
type IsSubmitted = (field: string) => boolean;

/** What needs the school, today or another field: which fields it may blame, with which code, and when it does. */
export type Rule<Code extends string = FieldCode> = {
  code: Code;
  fields: readonly string[];
  isBroken: (field: string, input: ValidAnswers, school: SchoolContext, given: IsSubmitted) => boolean;
};

/**
 * The schema with its rules: one parse finds every shape, catalogue and cross-field issue. It is the
 * API's parser and the form's resolver; picked down to a step's fields it applies what concerns them.
 *
 * @param earlierAnswers what earlier steps have established, for rules that compare with it
 */
export function addRules<S extends z.ZodMiniObject>(
  schema: S,
  rules: readonly Rule<string>[],
  school: SchoolContext,
  earlierAnswers: ValidAnswers = {},
): S {
  const apply = (value: unknown, context: z.core.$RefinementCtx) => {
    if (typeof value !== "object" || value === null) return;
    const wrong = new Set(context.issues.map(({ path }) => path?.[0]));
    const right = Object.fromEntries(Object.entries(value).filter(([field]) => !wrong.has(field)));
    const known: ValidAnswers = { ...earlierAnswers, ...right };
    const given = (field: string) => wrong.has(field) || known[field] !== undefined;

    for (const { code, fields, isBroken } of rules) {
      for (const field of fields) {
        if (field in schema.shape && isBroken(field, known, school, given))
          context.addIssue({ code: "custom", path: [field], message: code });
      }
    }
  };
  return schema.check(z.superRefine(apply, { when: () => true }));
}

const fieldsOf = (branch: Branch, is: (row: Field) => boolean) =>
  fieldRows.flatMap(([name, row]) => (row[branch] && is(row) ? [name] : []));

const yearOf = (input: ValidAnswers, { schoolYears }: SchoolContext) =>
  schoolYears.find(({ id }) => id === input.school_year_id);

/** 4.3-1, 4.3-3, 4.4-2, 4.4-4. While the year is wrong, what no year has is wrong too. */
const catalogueRules = (branch: Branch): Rule[] => {
  const notIn = (list: "specialities" | "syllabi", code: FieldCode): Rule => ({
    code,
    fields: fieldsOf(branch, ({ from }) => from === list),
    isBroken(field, input, school) {
      const year = yearOf(input, school);
      const years = year ? [year] : school.schoolYears;
      return input[field] !== undefined && !years.some((one) => one[list].includes(input[field] as number));
    },
  });
  return [
    {
      code: "school_year_unavailable",
      fields: fieldsOf(branch, ({ from }) => from === "years"),
      isBroken: (field, input, school) => input[field] !== undefined && !yearOf(input, school),
    },
    notIn("specialities", "speciality_unavailable"),
    notIn("syllabi", "syllabus_unavailable"),
  ];
};

/** 4.3-4, 4.4-5. */
const countryRule = (branch: Branch): Rule => ({
  code: "country_unsupported",
  fields: fieldsOf(branch, ({ from }) => from === "countries"),
  isBroken: (field, input, { countries }) =>
    input[field] !== undefined && !countries.includes(input[field] as string),
});

const isFuture = (day: unknown, { today }: SchoolContext) => day !== undefined && (day as Day) > today;

const futureRule = (branch: Branch): Rule => ({
  code: "in_the_future",
  fields: fieldsOf(branch, ({ control }) => control === "date"),
  isBroken: (field, input, school) => isFuture(input[field], school),
});

/** 4.3-6, 4.4-6: 18 or older today, on the school's calendar day. */
const ageRule = (field: "student_birth_date" | "guardian_birth_date"): Rule => ({
  code: "under_age",
  fields: [field],
  isBroken(_, { [field]: birth }, school) {
    return birth !== undefined && !isFuture(birth, school) && !isAdult(birth as Day, school.today);
  },
});

/** The rules of 4.3 that need the school or more than one field. */
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
  isBroken: (field, _, { minorsWithoutEmail }, given) => !minorsWithoutEmail && !given(field),
};

/** 4.4-8: of two equal values the one asked later is blamed. */
const distinctRule = (code: FieldCode, asked: readonly string[], key: (value: string) => string): Rule => ({
  code,
  fields: asked.slice(1),
  isBroken(field, input) {
    const keyOf = (name: string) => (input[name] === undefined ? undefined : key(input[name] as string));
    const own = keyOf(field);
    return (
      own !== undefined && asked.slice(0, asked.indexOf(field)).some((earlier) => keyOf(earlier) === own)
    );
  },
});

/** The rules of 4.4 that need the school or more than one field. */
export const minorRules: readonly Rule[] = [
  ...catalogueRules("minor"),
  countryRule("minor"),
  futureRule("minor"),
  ageRule("guardian_birth_date"),
  studentEmailRule,
  distinctRule(
    "email_not_distinct",
    fieldsOf("minor", ({ control }) => control === "email"),
    toEmailKey,
  ),
  distinctRule(
    "document_not_distinct",
    fieldsOf("minor", ({ control }) => control === "document"),
    toDocumentKey,
  ),
];

/** The rules of a year more, of which only the year and the studies are told. */
export const returningRules: readonly Rule[] = catalogueRules("minor");

type EnrollmentWindow = "open" | "not-yet" | "over";

/** Whether families can enroll for a school year on `today`: from its first day to its last, if it has one. */
export function getEnrollmentWindow(year: SchoolYear, today: Day): EnrollmentWindow {
  if (today < year.start_enrollment) return "not-yet";
  const last = year.end_enrollment ?? year.end_school_year;
  return today > last ? "over" : "open";
}
