import { z } from "zod";
import { whole } from "@/app/[locale]/read-form";

const text = z.string().default("");

export const renewalForm = z.object({
  year: whole.transform((year = 0) => year),
  answerBy: text,
  /** How many the page has shown, and what was typed. */
  count: whole.transform((count = 0) => count),
  typed: text,
});
