import * as z from "zod/mini";
import type { Day } from "@/lib/dates";
import type { FieldCode, FieldIssue } from "@/lib/errors";
import { emailKey } from "@/lib/mail/addresses";
import type { AdultEnrollment, MinorEnrollment, ReturningEnrollment } from "./schema";
import { documentKey, isAdult } from "./values";

/** What the rules need to know of the school; plain data, so that the form's resolver can have it too. */
export type SchoolContext = {
  today: Day;
  /** The current and the next school year (4.1) with the ids of their catalogues. */
  schoolYears: { id: number; specialities: number[]; syllabi: number[] }[];
  countries: string[];
  minorsWithoutEmail: boolean;
};

/** The fields that are right so far; a rule looks only at these, so that one error never hides another. */
type Known<T> = Partial<T>;

/** Whether a field was submitted at all, right or wrong. */
type Given = (field: string) => boolean;

type Rules<T> = (input: Known<T>, school: SchoolContext, given: Given) => FieldIssue[];

/**
 * The schema with its rules: one parse finds every shape, catalogue and cross-field issue. It is the
 * API's parser and the form's resolver; picked down to a step's fields it applies what concerns them.
 *
 * @param answers what earlier steps have established, for rules that compare with it
 */
export function withRules<S extends z.ZodMiniObject>(
  schema: S,
  rules: Rules<z.output<S>>,
  school: SchoolContext,
  answers: Known<z.output<S>> = {},
): S {
  const apply = (value: unknown, context: z.core.$RefinementCtx) => {
    if (typeof value !== "object" || value === null) return;
    const wrong = new Set(context.issues.map(({ path }) => path?.[0]));
    const right = Object.fromEntries(Object.entries(value).filter(([field]) => !wrong.has(field)));
    const known: Known<z.output<S>> = { ...answers, ...right };
    const given = (field: string) => wrong.has(field) || known[field as keyof typeof known] !== undefined;

    for (const { field, code } of rules(known, school, given)) {
      if (field in schema.shape) context.addIssue({ code: "custom", path: [field], message: code });
    }
  };
  return schema.check(z.superRefine(apply, { when: () => true }));
}

/** The rules of 4.3 that need the school or more than one field. */
export const adultRules: Rules<AdultEnrollment> = (input, school) => [
  ...catalogueIssues(input, school),
  ...countryIssues(input, school, ["student_country"]),
  ...ageIssues(input, school, "student_birth_date"),
];

/** The rules of 4.4 that need the school or more than one field. */
export const minorRules: Rules<MinorEnrollment> = (input, school, given) => [
  ...catalogueIssues(input, school),
  ...countryIssues(input, school, ["guardian_country", "student_country"]),
  ...ageIssues(input, school, "guardian_birth_date"),
  ...futureIssues(input, school, "student_birth_date"),
  ...studentEmailIssues(school, given),
  ...distinctIssues(input),
];

/** The rules of a year more, of which only the year and the studies are told. */
export const returningRules: Rules<ReturningEnrollment> = (input, school) => catalogueIssues(input, school);

type Fields = Partial<Record<string, unknown>>;

const choices = {
  speciality_unavailable: [
    "student_experience_speciality",
    "student_speciality_option1",
    "student_speciality_option2",
    "student_speciality_option3",
  ],
  syllabus_unavailable: ["student_syllabi_option1", "student_syllabi_option2", "student_syllabi_option3"],
} as const;

/** 4.3-1, 4.3-3, 4.4-2, 4.4-4. Of a year that cannot be had, only the year is blamed. */
function catalogueIssues(input: Fields, { schoolYears }: SchoolContext): FieldIssue[] {
  if (input.school_year_id === undefined) return [];
  const year = schoolYears.find(({ id }) => id === input.school_year_id);
  if (!year) return [{ field: "school_year_id", code: "school_year_unavailable" }];

  const missing = (fields: readonly string[], available: number[], code: FieldCode) =>
    fields
      .filter((field) => input[field] !== undefined && !available.includes(input[field] as number))
      .map((field) => ({ field, code }));
  return [
    ...missing(choices.speciality_unavailable, year.specialities, "speciality_unavailable"),
    ...missing(choices.syllabus_unavailable, year.syllabi, "syllabus_unavailable"),
  ];
}

/** 4.3-4, 4.4-5. */
function countryIssues(input: Fields, { countries }: SchoolContext, fields: string[]): FieldIssue[] {
  return fields
    .filter((field) => input[field] !== undefined && !countries.includes(input[field] as string))
    .map((field) => ({ field, code: "country_unsupported" }));
}

/** 4.3-6, 4.4-6: 18 or older today, on the school's calendar day. */
function ageIssues(input: Fields, school: SchoolContext, field: string): FieldIssue[] {
  const future = futureIssues(input, school, field);
  if (future.length > 0 || input[field] === undefined) return future;
  return isAdult(input[field] as Day, school.today) ? [] : [{ field, code: "under_age" }];
}

function futureIssues(input: Fields, { today }: SchoolContext, field: string): FieldIssue[] {
  const day = input[field] as Day | undefined;
  return day !== undefined && day > today ? [{ field, code: "in_the_future" }] : [];
}

/** 4.4-9. */
function studentEmailIssues({ minorsWithoutEmail }: SchoolContext, given: Given): FieldIssue[] {
  return minorsWithoutEmail || given("student_email") ? [] : [{ field: "student_email", code: "required" }];
}

/** 4.4-8: of two equal values the one asked later is blamed. */
function distinctIssues(input: Known<MinorEnrollment>): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const { guardian_email, student_email, second_guardian_email, guardian_document, student_document } = input;
  const emails = new Set<string>();
  for (const [field, value] of Object.entries({ guardian_email, student_email, second_guardian_email })) {
    if (value === undefined) continue;
    if (emails.has(emailKey(value))) issues.push({ field, code: "email_not_distinct" });
    emails.add(emailKey(value));
  }
  if (
    guardian_document &&
    student_document &&
    documentKey(guardian_document) === documentKey(student_document)
  ) {
    issues.push({ field: "student_document", code: "document_not_distinct" });
  }
  return issues;
}
