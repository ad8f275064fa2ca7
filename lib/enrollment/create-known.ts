import type { ZodMiniObject } from "zod/mini";
import { AppError } from "@/lib/platform/errors";
import { enrollAgain } from "./enroll-again";
import { enrollSibling } from "./enroll-sibling";
import { sentBy } from "./known-family";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { type Created, registered } from "./registered";
import { minorRules, type Rule, returningRules, withRules } from "./rules";
import { returningEnrollment, siblingEnrollment } from "./schema";
import { schoolContext } from "./school-context";

type KeyOrigin = Extract<Origin, { source: "api" }>;

/**
 * Registers another child of the first guardian of an enrollment that the same key has made.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `not_found`, `no_guardian`, `validation_failed`, `duplicate`, `idempotency_key_reused`
 */
export async function createSiblingEnrollment(submitted: unknown, origin: KeyOrigin): Promise<Created> {
  return registered(origin, async () => {
    const reference = referenceIn(submitted) ?? (await refuse(siblingEnrollment, minorRules, submitted));
    const { guardianId } = await sentBy(reference, origin.apiKeyId);
    if (!guardianId) throw new AppError("no_guardian");
    return enrollSibling(guardianId, submitted, origin);
  });
}

/**
 * Registers a year more of the student of an enrollment that the same key has made.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `not_found`, `validation_failed`, `duplicate`, `idempotency_key_reused`
 */
export async function createReturningEnrollment(submitted: unknown, origin: KeyOrigin): Promise<Created> {
  return registered(origin, async () => {
    const reference =
      referenceIn(submitted) ?? (await refuse(returningEnrollment, returningRules, submitted));
    const { studentId } = await sentBy(reference, origin.apiKeyId);
    return enrollAgain(studentId, submitted, origin);
  });
}

/** What names the enrollment before; undefined when it is no text, or a blank one. */
function referenceIn(submitted: unknown): string | undefined {
  const { reference } = submitted as { reference?: unknown };
  return typeof reference === "string" ? reference.trim() || undefined : undefined;
}

/** Without a reference there is nobody to look for: what is wrong with all fields is told at once. */
async function refuse(schema: ZodMiniObject, rules: readonly Rule[], submitted: unknown): Promise<never> {
  parse(withRules(schema, rules, await schoolContext()), submitted);
  throw new AppError("not_found");
}
