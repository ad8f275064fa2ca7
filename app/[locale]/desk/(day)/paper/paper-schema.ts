import { z } from "zod";
import { toSingleLine } from "@/lib/enrollment/field-schemas";
import { locales } from "@/lib/i18n/locales";

const text = z.string().default("");

/** Fields besides the wizard's. */
export const paperSchema = z.object({
  merits: z.array(z.string()),
  /** The action needs to know whether it was empty. */
  student_email: text.transform(toSingleLine),
  mail_language: z.enum(locales).catch("es"),
  signed_by: text.transform(toSingleLine),
  signed_on_day: text,
  signed_on_month: text,
  signed_on_year: text,
});
