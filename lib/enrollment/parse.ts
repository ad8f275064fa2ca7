import type * as z from "zod/mini";
import { AppError } from "@/lib/platform/errors";
import { fieldIssues } from "@/lib/platform/field-issues";

/** What was submitted, as a schema takes it. @throws AppError `validation_failed` with every issue in schema order */
export function parseInput<S extends z.ZodMiniObject>(schema: S, submitted: unknown): z.output<S> {
  const result = schema.safeParse(submitted, { error: () => "invalid_value" });
  if (result.success) return result.data as z.output<S>;
  throw new AppError("validation_failed", fieldIssues(result.error.issues, Object.keys(schema.shape)));
}
