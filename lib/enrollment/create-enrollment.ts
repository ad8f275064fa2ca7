import type { Queries } from "@/lib/platform/queries";
import { type EnrollmentDocument, locksOf, newcomers } from "./enrollment-document";
import type { Branch } from "./fields";
import { type Also, insertEnrollment, insertTogether, type Prepared } from "./insert-enrollment";
import type { Origin } from "./origin";
import { parse } from "./parse";
import { type Created, registered } from "./registered";
import { adultRules, minorRules, type SchoolContext, withRules } from "./rules";
import { adultEnrollment, minorEnrollment } from "./schema";
import { schoolContext } from "./school-context";
import { termsOf } from "./terms";

/**
 * Registers an adult's enrollment and queues the account-setup e-mail (§4.3).
 *
 * @param submitted the request's fields, unchecked
 * @param also writes beside it in the same transaction
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`
 */
export async function createAdultEnrollment(
  submitted: unknown,
  origin: Origin,
  also?: Also,
): Promise<Created> {
  return create((school) => withRules(adultEnrollment, adultRules, school), submitted, { origin, also });
}

/**
 * Registers a minor's enrollment with one or two guardians and queues the account-setup e-mails (§4.4).
 *
 * @param submitted the request's fields, unchecked
 * @param also writes beside it in the same transaction
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`
 */
export async function createMinorEnrollment(
  submitted: unknown,
  origin: Origin,
  also?: Also,
): Promise<Created> {
  return create((school) => withRules(minorEnrollment, minorRules, school), submitted, { origin, also });
}

type PaperOrigin = Extract<Origin, { source: "desk" }>;

/**
 * Registers what came on paper, by the same rules; `also` writes beside it in the same transaction.
 *
 * @param prepared of people who are new (`onPaper`), or of a family that is known (`again`, `sibling`)
 * @throws AppError as the others
 */
export async function createFromPaper(
  prepared: () => Promise<Prepared>,
  origin: PaperOrigin,
  also: (client: Queries, enrollment: EnrollmentDocument) => Promise<void>,
): Promise<Created> {
  return registered(origin, async () =>
    insertTogether([await prepared()], origin, async (client, [document]) =>
      also(client, document as EnrollmentDocument),
    ),
  );
}

/**
 * An enrollment of people whom nobody knows yet, to be written from paper.
 * @throws AppError `validation_failed`
 */
export async function onPaper(submitted: unknown, branch: Branch, origin: PaperOrigin): Promise<Prepared> {
  const school = await schoolContext();
  const schema =
    branch === "adult"
      ? withRules(adultEnrollment, adultRules, school)
      : withRules(minorEnrollment, minorRules, school);
  const terms = await termsOf(origin);
  const enrollment = newcomers(parse<EnrollmentSchema>(schema, submitted), origin, terms);
  return { locks: locksOf(enrollment.people, origin), prepare: async () => enrollment };
}

type EnrollmentSchema = typeof adultEnrollment | typeof minorEnrollment;

async function create(
  schemaFor: (school: SchoolContext) => EnrollmentSchema,
  submitted: unknown,
  { origin, also }: { origin: Origin; also: Also | undefined },
): Promise<Created> {
  return registered(origin, async () => {
    const input = parse(schemaFor(await schoolContext()), submitted);
    const enrollment = newcomers(input, origin, await termsOf(origin));
    if (!also) return [await insertEnrollment(enrollment)];
    const prepared = { locks: locksOf(enrollment.people, origin), prepare: async () => enrollment };
    return insertTogether([prepared], origin, also);
  });
}
