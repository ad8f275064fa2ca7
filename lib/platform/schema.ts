import { z } from "zod";
import type { ZodMiniObject } from "zod/mini";
import { AppError, type FieldCode, type FieldIssue } from "./errors";
import { MAX_INTEGER } from "./stored-values";
import { isBlank } from "./text";

/**
 * Parses the members of a request, whose error messages are codes.
 * @throws AppError `validation_failed` with the first issue of each field, in the order of the schema
 */
export function parseInput<S extends ZodMiniObject>(schema: S, submitted: unknown): z.output<S> {
  const result = schema.safeParse(submitted, { error: getFieldCode });
  if (result.success) return result.data as z.output<S>;
  const fieldIssues = Object.keys(schema.shape).flatMap((field): FieldIssue[] => {
    const first = result.error.issues.find(({ path }) => path[0] === field);
    if (!first) return [];
    const pointer = first.path.length > 1 ? `/${first.path.join("/")}` : undefined;
    return [{ field, code: first.message as FieldCode, ...(pointer && { pointer }) }];
  });
  throw new AppError("validation_failed", fieldIssues);
}

/** The code of an error for which the schema has none. */
function getFieldCode({ code, input, origin }: z.core.$ZodRawIssue): FieldCode {
  if (input == null) return "required";
  const isOtherNumber = typeof input === "number" && !Number.isSafeInteger(input);
  const isNoText = code === "invalid_value" && typeof input !== "string";
  if (code === "invalid_type" || isOtherNumber || isNoText) return "invalid_type";
  if (typeof input === "string" && isBlank(input)) return "required";
  return code === "too_big" && origin !== "number" ? "too_long" : "invalid_value";
}

/** An id in the API. @param outOfRange the code for a number outside the range of ids */
export const apiId = (outOfRange: FieldCode = "invalid_value") =>
  z.int().min(1, outOfRange).max(MAX_INTEGER, outOfRange);

/** An id in a page's address or form. */
export const typedId = z.coerce.number().int().min(1).max(MAX_INTEGER);

export const columnId = z.int().min(1).max(MAX_INTEGER);

/** Any number of an `integer` column; no row has -1. */
export const columnInteger = z.int().min(-1).max(MAX_INTEGER);

export const pageLimit = z
  .int()
  .min(1)
  .max(200)
  .default(50)
  .meta({ description: "The maximum number of items on a page.", examples: [50] });

export const dateTime = z.iso
  .datetime({ offset: true, error: "invalid_value" })
  .refine((time) => time >= "1900", "invalid_value");
/** Whether a text has the form of a UUID as PostgreSQL writes it. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
