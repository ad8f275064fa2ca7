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
