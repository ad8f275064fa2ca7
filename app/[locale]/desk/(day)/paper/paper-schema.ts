import { z } from "zod";
import { toSingleLine } from "@/lib/enrollment/field-schemas";
import { locales } from "@/lib/i18n/locales";

const text = z.string().default("");

/** What a paper's form asks beside the enrollment form's own fields. */
export const paperSchema = z.object({
  merits: z.array(z.string()),
  /** One of them, of which the action must know whether it was left blank. */
  student_email: text.transform(toSingleLine),
  mail_language: z.enum(locales).catch("es"),
  signed_by: text.transform(toSingleLine),
  signed_on_day: text,
  signed_on_month: text,
  signed_on_year: text,
});
