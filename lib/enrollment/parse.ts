import type * as z from "zod/mini";
import { AppError, type FieldIssue } from "@/lib/platform/errors";

/** What was submitted, as a schema takes it. @throws AppError `validation_failed` with every issue in schema order */
export function parse<S extends z.ZodMiniObject>(schema: S, submitted: unknown): z.output<S> {
  const result = schema.safeParse(submitted);
  if (result.success) return result.data as z.output<S>;

  const first = new Map<string, FieldIssue>();
  for (const { path, message } of result.error.issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, { field, code: message as FieldIssue["code"] });
  }
  const inSchemaOrder = Object.keys(schema.shape).flatMap((field) => first.get(field) ?? []);
  throw new AppError("validation_failed", inSchemaOrder);
}
