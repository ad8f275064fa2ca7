import type { FieldCode } from "@/lib/platform/errors";
import type { FormField } from "@/lib/wizard/questions";

export type { Branch } from "@/lib/enrollment/fields";
export type { FormField } from "@/lib/wizard/questions";

/** What a family has answered, by field; checked when saved and again before sending. */
export type Answers = Partial<Record<FormField, unknown>>;

/** What a control of a page holds, as typed. */
export type RawInput = Record<string, string>;

/** The name of the field that goes along while the page says what is wrong. */
export const ERROR_FIELD = "refused";

/** The name of the field with the addresses of which the page has said that they look mistyped. */
export const REPORTED_FIELD = "reported";

/** The name of the field that says whom the page asks about: a branch and a child. */
export const SUBJECT_FIELD = "asked";

/** The name of the button that takes over a brother's or sister's course. */
export const SAME_COURSE_BUTTON = "same";

/** What can be said of a date beyond that it is none. */
export const dateCodes = [
  "incomplete_day",
  "incomplete_month",
  "incomplete_year",
  "day_unknown",
  "month_unknown",
  "year_four_digits",
  "year_unlikely",
] as const;

/** Reasons finer than the API's, for people. */
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

/** Why the form refuses a field. */
export type FormCode = FieldCode | (typeof formCodes)[number];

export type Problems = Partial<Record<string, FormCode>>;
