import { z } from "zod";
import { optionalInteger } from "@/app/[locale]/_lib/parse-form";

const text = z.string().default("");

export const renewalSchema = z.object({
  year: optionalInteger.transform((year = 0) => year),
  answerBy: text,
  /** The previewed number, and the typed one. */
  count: optionalInteger.transform((count = 0) => count),
  typed: text,
});
