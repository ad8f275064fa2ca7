import { z } from "zod";
import type { FieldCode } from "./errors";
import { MAX_INTEGER } from "./stored-values";

// What a request names, bounded by the column that holds it.

/** An id in the API. @param beyond the code for a number that no id can be */
export const apiId = (beyond: FieldCode = "invalid_value", wrongType?: z.core.$ZodErrorMap) =>
  z
    .int({ error: wrongType ?? "invalid_type" })
    .min(1, beyond)
    .max(MAX_INTEGER, beyond);

/** An id as a page's address or form has it. */
export const typedId = z.coerce.number().int().min(1).max(MAX_INTEGER);

/** An id of an `integer` column. */
export const columnId = z.int().min(1).max(MAX_INTEGER);

/** Any number of an `integer` column; -1 is one that no row has. */
export const columnInteger = z.int().min(-1).max(MAX_INTEGER);

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
/** Whether a text is an id as the database writes it: whatever else is posted is nobody's. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
