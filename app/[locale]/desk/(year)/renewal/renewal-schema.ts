import { z } from "zod";
import { optionalInteger } from "@/app/[locale]/_lib/parse-form";

const text = z.string().default("");

export const renewalSchema = z.object({
  year: optionalInteger.transform((year = 0) => year),
  answerBy: text,
  /** How many the page has shown, and what was typed. */
  count: optionalInteger.transform((count = 0) => count),
  typed: text,
});
