import type { QueryRunner } from "@/lib/platform/queries";
import { type EnrollmentDocument, listLocks, prepareNewPeople } from "./enrollment-document";
import type { Branch } from "./fields";
import { type WriteWithEnrollments, insertEnrollment, insertTogether, type PreparedEnrollment } from "./insert-enrollment";
import type { Origin } from "./origin";
import { parseInput } from "./parse";
import { type CreatedEnrollments, register } from "./registered";
import { adultRules, minorRules, type SchoolContext, addRules } from "./rules";
import { adultEnrollmentSchema, minorEnrollmentSchema } from "./schema";
import { getSchoolContext } from "./school-context";
import { getAcceptedTerms } from "./terms";

/**
 * Registers an adult's enrollment and queues the account-setup e-mail (§4.3).
 *
 * @param submitted the request's fields, unchecked
 * @param writeAlso writes beside it in the same transaction
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`
 */
export async function createAdultEnrollment(
  submitted: unknown,
  origin: Origin,
  writeAlso?: WriteWithEnrollments,
): Promise<CreatedEnrollments> {
  return createWithSchema((school) => addRules(adultEnrollmentSchema, adultRules, school), submitted, { origin, writeAlso });
}

/**
 * Registers a minor's enrollment with one or two guardians and queues the account-setup e-mails (§4.4).
 *
 * @param submitted the request's fields, unchecked
 * @param writeAlso writes beside it in the same transaction
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`
 */
export async function createMinorEnrollment(
  submitted: unknown,
  origin: Origin,
  writeAlso?: WriteWithEnrollments,
): Promise<CreatedEnrollments> {
  return createWithSchema((school) => addRules(minorEnrollmentSchema, minorRules, school), submitted, { origin, writeAlso });
}

type PaperOrigin = Extract<Origin, { source: "desk" }>;

/**
 * Registers what came on paper, by the same rules; `also` writes beside it in the same transaction.
 *
 * @param prepared of people who are new (`onPaper`), or of a family that is known (`again`, `sibling`)
 * @throws AppError as the others
 */
export async function createFromPaper(
  prepared: () => Promise<PreparedEnrollment>,
  origin: PaperOrigin,
  writeAlso: (client: QueryRunner, enrollment: EnrollmentDocument) => Promise<void>,
): Promise<CreatedEnrollments> {
  return register(origin, async () =>
    insertTogether([await prepared()], origin, async (client, [document]) =>
      writeAlso(client, document as EnrollmentDocument),
    ),
  );
}

/**
 * An enrollment of people whom nobody knows yet, to be written from paper.
 * @throws AppError `validation_failed`
 */
export async function preparePaper(submitted: unknown, branch: Branch, origin: PaperOrigin): Promise<PreparedEnrollment> {
  const school = await getSchoolContext();
  const schema =
    branch === "adult"
      ? addRules(adultEnrollmentSchema, adultRules, school)
      : addRules(minorEnrollmentSchema, minorRules, school);
  const terms = await getAcceptedTerms(origin);
  const enrollment = prepareNewPeople(parseInput<EnrollmentSchema>(schema, submitted), origin, terms);
  return { locks: listLocks(enrollment.people, origin), prepare: async () => enrollment };
}

type EnrollmentSchema = typeof adultEnrollmentSchema | typeof minorEnrollmentSchema;

async function createWithSchema(
  schemaFor: (school: SchoolContext) => EnrollmentSchema,
  submitted: unknown,
  { origin, writeAlso }: { origin: Origin; writeAlso: WriteWithEnrollments | undefined },
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const input = parseInput(schemaFor(await getSchoolContext()), submitted);
    const enrollment = prepareNewPeople(input, origin, await getAcceptedTerms(origin));
    if (!writeAlso) return [await insertEnrollment(enrollment)];
    const prepared = { locks: listLocks(enrollment.people, origin), prepare: async () => enrollment };
    return insertTogether([prepared], origin, writeAlso);
  });
}
