import type { Branch } from "@/lib/enrollment/fields";
import type { FieldCode } from "@/lib/errors";
import type { FormField } from "./questions";

export type { Branch, FormField };

/** What a family has answered, by field; checked when saved and again before sending. */
export type Answers = Partial<Record<FormField, unknown>>;

/** What a control of a page holds, as typed. */
export type Typed = Record<string, string>;

/** Why the form refuses a field: the API's reasons, and finer ones for people. */
export type FormCode =
  | FieldCode
  | "incomplete_day"
  | "incomplete_month"
  | "incomplete_year"
  | "day_unknown"
  | "month_unknown"
  | "year_four_digits"
  | "year_unlikely"
  | "zip_spain"
  | "choice_repeated";

export type Problems = Partial<Record<string, FormCode>>;
