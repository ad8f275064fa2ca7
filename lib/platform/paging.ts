import { z } from "zod";

/** How many rows a page of a list has at most, as a query says it. */
export const pageLimit = z
  .int({ error: "invalid_type" })
  .min(1, "invalid_value")
  .max(200, "invalid_value")
  .default(50)
  .describe("How many at most on a page.")
  .meta({ examples: [50] });

/** A row's number in a query string: digits come as a number, and large ones as text. */
export const rowId = z
  .union([z.int("invalid_value").min(0, "invalid_value"), z.string().max(18, "invalid_value")], {
    error: "invalid_value",
  })
  .refine((number) => /^\d{1,18}$/.test(String(number)), "invalid_value");

/** A moment in a query string, with its time zone. */
export const dateTime = z.iso
  .datetime({ offset: true, error: "invalid_value" })
  .refine((time) => time >= "1900", "invalid_value");
