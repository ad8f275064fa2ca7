import type { ZodMiniObject } from "zod/mini";
import { AppError } from "@/lib/platform/errors";
import { createReturning } from "./enroll-again";
import { createSibling } from "./enroll-sibling";
import { findByReference } from "./known-family";
import type { Origin } from "./origin";
import { parseInput } from "./parse";
import { type CreatedEnrollments, register } from "./registered";
import { minorRules, type Rule, returningRules, addRules } from "./rules";
import { returningEnrollmentSchema, siblingEnrollmentSchema } from "./schema";
import { getSchoolContext } from "./school-context";

type KeyOrigin = Extract<Origin, { source: "api" }>;

/**
 * Registers another child of the first guardian of an enrollment that the same key has made.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `not_found`, `no_guardian`, `validation_failed`, `duplicate`, `idempotency_key_reused`
 */
export async function createSiblingEnrollment(submitted: unknown, origin: KeyOrigin): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const reference = readReference(submitted) ?? (await throwValidationError(siblingEnrollmentSchema, minorRules, submitted));
    const { guardianId } = await findByReference(reference, origin.apiKeyId);
    if (!guardianId) throw new AppError("no_guardian");
    return createSibling(guardianId, submitted, origin);
  });
}

/**
 * Registers a year more of the student of an enrollment that the same key has made.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `not_found`, `validation_failed`, `duplicate`, `idempotency_key_reused`
 */
export async function createReturningEnrollment(submitted: unknown, origin: KeyOrigin): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const reference =
      readReference(submitted) ?? (await throwValidationError(returningEnrollmentSchema, returningRules, submitted));
    const { studentId } = await findByReference(reference, origin.apiKeyId);
    return createReturning(studentId, submitted, origin);
  });
}

/** What names the enrollment before; undefined when it is no text, or a blank one. */
function readReference(submitted: unknown): string | undefined {
  const { reference } = submitted as { reference?: unknown };
  return typeof reference === "string" ? reference.trim() || undefined : undefined;
}

/** Without a reference there is nobody to look for: what is wrong with all fields is told at once. */
async function throwValidationError(schema: ZodMiniObject, rules: readonly Rule[], submitted: unknown): Promise<never> {
  parseInput(addRules(schema, rules, await getSchoolContext()), submitted);
  throw new AppError("not_found");
}
