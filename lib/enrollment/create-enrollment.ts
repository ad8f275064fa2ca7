import type { z } from "zod/mini";
import { changed } from "@/lib/changes";
import { AppError, type FieldIssue } from "@/lib/errors";
import { enrollmentsMade, enrollmentsRefused } from "@/lib/metrics";
import { settings } from "@/lib/school/settings";
import { findReplay } from "./idempotency";
import { insertEnrollment } from "./insert-enrollment";
import type { Origin } from "./origin";
import { peopleOf } from "./people";
import { adultRules, minorRules, type SchoolContext, withRules } from "./rules";
import { adultEnrollment, minorEnrollment } from "./schema";
import { schoolContext } from "./school-context";

export type Created = {
  /** 8 characters without look-alikes; the family sees the same. */
  reference: string;
  /** True when this is the stored answer to an earlier request with the same idempotency key. */
  replayed: boolean;
};

/**
 * Registers an adult's enrollment and queues the account-setup e-mail (§4.3).
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`
 */
export async function createAdultEnrollment(submitted: unknown, origin: Origin): Promise<Created> {
  return create((school) => withRules(adultEnrollment, adultRules, school), submitted, origin);
}

/**
 * Registers a minor's enrollment with one or two guardians and queues the account-setup e-mails (§4.4).
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`
 */
export async function createMinorEnrollment(submitted: unknown, origin: Origin): Promise<Created> {
  return create((school) => withRules(minorEnrollment, minorRules, school), submitted, origin);
}

type EnrollmentSchema = typeof adultEnrollment | typeof minorEnrollment;

async function create(
  schemaFor: (school: SchoolContext) => EnrollmentSchema,
  submitted: unknown,
  origin: Origin,
): Promise<Created> {
  try {
    const reference = await checkAndInsert(schemaFor, submitted, origin);
    enrollmentsMade.inc({ source: origin.source });
    return { reference, replayed: false };
  } catch (error) {
    // A retried request may meet its own people, or a year that has closed since: its answer stands.
    const reference = error instanceof AppError && (await findReplay(origin));
    if (reference) return { reference, replayed: true };
    if (error instanceof AppError) enrollmentsRefused.inc({ source: origin.source, reason: error.code });
    throw error;
  }
}

async function checkAndInsert(
  schemaFor: (school: SchoolContext) => EnrollmentSchema,
  submitted: unknown,
  origin: Origin,
) {
  const attempt = async () => {
    const input = parse(schemaFor(await schoolContext()), submitted);
    const { terms_url } = await settings();
    return insertEnrollment({ input, people: peopleOf(input), termsUrl: terms_url, origin });
  };
  try {
    return await attempt();
  } catch (error) {
    // The catalogue changed between the check and the write: look again, and name what is gone.
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    changed("catalogue");
    return attempt();
  }
}

const FOREIGN_KEY_VIOLATION = "23503";

function parse<S extends EnrollmentSchema>(schema: S, submitted: unknown): z.output<S> {
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
