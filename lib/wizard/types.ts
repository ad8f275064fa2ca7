import type { FieldCode } from "@/lib/platform/errors";
import type { FormField } from "@/lib/wizard/questions";

export type { Branch } from "@/lib/enrollment/fields";
export type { FormField } from "@/lib/wizard/questions";

/** Answers by field, validated when saved and again before sending. */
export type Answers = Partial<Record<FormField, unknown>>;

/** The typed value of each control. */
export type RawInput = Record<string, string>;

/** Hidden field, present while the page shows errors. */
export const ERROR_FIELD = "refused";

/** Hidden field with the addresses already reported as mistyped. */
export const REPORTED_FIELD = "reported";

/** Hidden field with the branch and child of the page. */
export const SUBJECT_FIELD = "asked";

/** Button that copies a sibling's course. */
export const SAME_COURSE_BUTTON = "same";

/** Error codes of a date, besides an invalid one. */
export const dateCodes = [
  "incomplete_day",
  "incomplete_month",
  "incomplete_year",
  "day_unknown",
  "month_unknown",
  "year_four_digits",
  "year_unlikely",
] as const;

/** More specific error codes than the API's. */
const formCodes = [
  ...dateCodes,
  "zip_spain",
  "two_phones",
  "email_mistyped",
  "choice_repeated",
  "child_repeated",
  "adult_apart",
  "grown_up",
  "not_of_age",
  "studies_missing",
] as const;

/** Why the form rejects a field. */
export type FormCode = FieldCode | (typeof formCodes)[number];

export type Problems = Partial<Record<string, FormCode>>;
