import { invalidate } from "@/lib/platform/changes";
import { AppError } from "@/lib/platform/errors";
import { enrollmentsCreated, enrollmentsRefused } from "@/lib/platform/metrics";
import { findReplay } from "./idempotency";
import type { Origin } from "./origin";

export type CreatedEnrollments = {
  /** 8 characters without look-alikes; the family sees the same. */
  reference: string;
  /** Those of the children that were sent with it, in order. */
  more: string[];
  /** True when this is the stored answer to an earlier request with the same idempotency key. */
  replayed: boolean;
};

/** Registers once: counts what was made or refused, and answers what is sent again as it was answered before. */
export async function register(origin: Origin, attempt: () => Promise<string[]>): Promise<CreatedEnrollments> {
  const { source } = origin;
  try {
    const references = await withCatalogue(attempt);
    enrollmentsCreated.inc({ source }, references.length);
    return created(references, false);
  } catch (error) {
    // A retried request may meet its own people, or a year that has closed since: its answer stands.
    const references = error instanceof AppError && (await findReplay(origin));
    if (references) return created(references, true);
    if (error instanceof AppError) enrollmentsRefused.inc({ source, reason: error.code });
    throw error;
  }
}

const created = ([reference = "", ...more]: string[], replayed: boolean) => ({ reference, more, replayed });

const FOREIGN_KEY_VIOLATION = "23503";

async function withCatalogue<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // The catalogue changed between the check and the write: look again, and name what is gone.
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    invalidate("catalogue");
    return attempt();
  }
}
