import type { z } from "zod/mini";
import type { FieldCode } from "@/lib/errors";
import type { adultForm, minorForm } from "./form-schema";

/** An adult student enrolls alone; for a minor a guardian fills the form in. */
export type Branch = "adult" | "minor";

type Form = z.input<typeof adultForm> & z.input<typeof minorForm>;

/** A field of the form: one of the API's, or one of the form's own. */
export type FormField = keyof Form & string;

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
