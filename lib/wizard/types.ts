import type { FieldCode } from "@/lib/platform/errors";
import type { FormField } from "@/lib/wizard/questions";

export type { Branch } from "@/lib/enrollment/fields";
export type { FormField } from "@/lib/wizard/questions";

export type Answers = Partial<Record<FormField, unknown>>;

export type RawInput = Record<string, string>;

/** Hidden field, present while the page shows errors. */
export const ERROR_FIELD = "refused";

export const REPORTED_FIELD = "reported";

export const SUBJECT_FIELD = "asked";

export const SAME_COURSE_BUTTON = "same";

export const dateCodes = [
  "incomplete_day",
  "incomplete_month",
  "incomplete_year",
  "day_unknown",
  "month_unknown",
  "year_four_digits",
  "year_unlikely",
] as const;

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

export type FormCode = FieldCode | (typeof formCodes)[number];

export type Problems = Partial<Record<string, FormCode>>;
