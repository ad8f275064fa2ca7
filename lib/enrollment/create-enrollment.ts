import { settings } from "@/lib/school/settings";
import { newcomers } from "./enrollment-document";
import { insertEnrollment } from "./insert-enrollment";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { type Created, registered } from "./registered";
import { adultRules, minorRules, type SchoolContext, withRules } from "./rules";
import { adultEnrollment, minorEnrollment } from "./schema";
import { schoolContext } from "./school-context";

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
  return registered(origin, async () => {
    const input = parse(schemaFor(await schoolContext()), submitted);
    const { terms_url } = await settings();
    return [await insertEnrollment(newcomers(input, origin, terms_url))];
  });
}
