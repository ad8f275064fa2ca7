import { z } from "zod";
import type { FieldCode } from "./errors";
import { MAX_INTEGER } from "./stored-values";

/** An id in the API. @param outOfRange the code for a number outside the range of ids */
export const apiId = (outOfRange: FieldCode = "invalid_value", wrongType?: z.core.$ZodErrorMap) =>
  z
    .int({ error: wrongType ?? "invalid_type" })
    .min(1, outOfRange)
    .max(MAX_INTEGER, outOfRange);

/** An id in a page's address or form. */
export const typedId = z.coerce.number().int().min(1).max(MAX_INTEGER);

export const columnId = z.int().min(1).max(MAX_INTEGER);

/** Any number of an `integer` column; no row has -1. */
export const columnInteger = z.int().min(-1).max(MAX_INTEGER);

export const pageLimit = z
  .int({ error: "invalid_type" })
  .min(1, "invalid_value")
  .max(200, "invalid_value")
  .default(50)
  .meta({ description: "The maximum number of items on a page.", examples: [50] });

export const dateTime = z.iso
  .datetime({ offset: true, error: "invalid_value" })
  .refine((time) => time >= "1900", "invalid_value");
/** Whether a text has the form of a UUID as PostgreSQL writes it. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
