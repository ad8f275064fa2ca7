import type { ZodMiniObject } from "zod/mini";
import { parseInput } from "@/lib/enrollment/error-codes";
import { isAdult } from "@/lib/enrollment/field-schemas";
import type { Branch } from "@/lib/enrollment/fields";
import { getSchoolContext } from "@/lib/enrollment/queries";
import {
  addRules,
  adultRules,
  minorRules,
  type Rule,
  returningRules,
  type SchoolContext,
} from "@/lib/enrollment/rules";
import {
  adultEnrollmentSchema,
  minorEnrollmentSchema,
  returningEnrollmentSchema,
  returningFieldsSchema,
  type SiblingEnrollment,
  siblingEnrollmentSchema,
  siblingFieldsSchema,
} from "@/lib/enrollment/schema";
import { getAcceptedTerms } from "@/lib/enrollment/terms";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { prisma, type QueryRunner } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import {
  completePerson,
  type EnrollmentDocument,
  type Guardianship,
  getStudentMailKind,
  listLocks,
  type MailRecipient,
  type NewEnrollment,
  type PersonRow,
  prepareNewPeople,
  toPersonRow,
} from "./enrollment-document";
import {
  assertMayEnroll,
  type ExistingChild,
  type ExistingPersonWithAge,
  findByReference,
  findChildren,
  findGuardians,
  findSecondGuardian,
  lockPerson,
} from "./existing-family";
import type { Origin } from "./types";
import {
  type CreatedEnrollments,
  createAlreadyEnrolledError,
  insertEnrollment,
  insertTogether,
  type PreparedEnrollment,
  type RunInTransaction,
  register,
  type WriteWithEnrollments,
} from "./writes";

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
  return createWithSchema((school) => addRules(adultEnrollmentSchema, adultRules, school), submitted, {
    origin,
    writeAlso,
  });
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
  return createWithSchema((school) => addRules(minorEnrollmentSchema, minorRules, school), submitted, {
    origin,
    writeAlso,
  });
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
export async function preparePaper(
  submitted: unknown,
  branch: Branch,
  origin: PaperOrigin,
): Promise<PreparedEnrollment> {
  const school = await getSchoolContext();
  const schema =
    branch === "adult"
      ? addRules(adultEnrollmentSchema, adultRules, school)
      : addRules(minorEnrollmentSchema, minorRules, school);
  const terms = await getAcceptedTerms(origin);
  const enrollment = prepareNewPeople(parseInput<EnrollmentSchema>(schema, submitted), origin, terms);
  return { locks: listLocks(enrollment.people, origin), prepare: async () => enrollment };
}

/**
 * Registers a year more of a student who is known already, whose people stay as they are. Returns the
 * references made: one.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed`; `duplicate` when an enrollment of that student and year stands
 */
export async function createReturning(
  studentId: string,
  submitted: unknown,
  origin: Origin,
): Promise<string[]> {
  return insertTogether([await prepareReturning(studentId, submitted, origin)], origin);
}

/**
 * The same, to be written with others of a family.
 *
 * @param by whose account it is sent from, who must be able to act for the student; what the student has
 *   told of themselves beyond what was known completes it
 * @throws AppError `validation_failed`; once prepared `not_found` when `by` may not (any more)
 */
export async function prepareReturning(
  studentId: string,
  submitted: unknown,
  origin: Origin,
  by?: string,
): Promise<PreparedEnrollment> {
  const school = await getSchoolContext();
  const schema = addRules(returningFieldsSchema, returningRules, school);
  const input = parseInput(schema, submitted);
  const terms = await getAcceptedTerms(origin);
  const ownAnswers =
    by === studentId ? toPersonRow("student", submitted as Record<string, unknown>) : undefined;
  const locks = [`student ${studentId}`, ...listLocks(ownAnswers ? [ownAnswers] : [], origin)];
  const prepare = async (client: QueryRunner) => {
    if (by) await assertMayEnroll(client, by, studentId, school.today);
    if (ownAnswers) await completePerson(client, studentId, ownAnswers);
    const student = await lockPerson(client, studentId);
    const addressees = await findMailRecipients(client, student, school.today);
    return { input, studentId, people: [], guardianships: [], addressees, terms, origin };
  };
  return { locks, prepare };
}

/**
 * Registers another child of a guardian who is known already, with that guardian as the first one.
 * Returns the references made: one.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `validation_failed`, `duplicate`
 */
export async function createSibling(
  guardianId: string,
  submitted: unknown,
  origin: Origin,
): Promise<string[]> {
  return insertTogether([await prepareSibling(guardianId, submitted, origin)], origin);
}

/**
 * The same, to be written with others of a family.
 *
 * @param told what the guardian has told of themselves beyond what was known, checked: it completes it
 * @throws AppError `validation_failed`; once prepared `duplicate`
 */
export async function prepareSibling(
  guardianId: string,
  submitted: unknown,
  origin: Origin,
  told?: PersonRow,
): Promise<PreparedEnrollment> {
  const guardian = await prisma().person.findUnique({
    where: { id: guardianId, erasedAt: null },
    select: { email: true, document: true },
  });
  if (!guardian) throw new AppError("not_found");
  const known = { guardian_email: guardian.email, guardian_document: guardian.document ?? undefined };
  const schema = addRules(siblingFieldsSchema, minorRules, await getSchoolContext(), known);
  const input = parseInput(schema, submitted);
  const terms = await getAcceptedTerms(origin);
  const child = toPersonRow("student", input);
  const second = input.second_guardian_email ? toPersonRow("second_guardian", input) : undefined;
  const shared = [child, second, told].filter((one) => one !== undefined);
  const locks = [`person ${guardianId}`, ...listLocks(shared, origin)];
  const prepare = async (client: QueryRunner) => {
    if (told) await completePerson(client, guardianId, told);
    assertNewChild(child, input, await findChildren(client, guardianId));
    const family = await prepareFamily(client, guardianId, child, second);
    return { input, studentId: child.id, ...family, terms, origin };
  };
  return { locks, prepare };
}

/**
 * Registers the children whom a guardian sends together, in one transaction: all or none, a reference each,
 * and one message to each guardian. The guardian is the first child's; what the others say of theirs is the same.
 *
 * @param submitted a minor's fields for each child, unchecked
 * @param also writes beside them in the same transaction
 * @throws AppError `validation_failed`, `duplicate`
 */
export async function createTogether(
  submitted: unknown[],
  origin: Origin,
  also?: WriteWithEnrollments,
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const schema = addRules(minorEnrollmentSchema, minorRules, await getSchoolContext());
    const terms = await getAcceptedTerms(origin);
    const children = submitted.map((one): PreparedEnrollment => {
      const child = prepareNewPeople(parseInput(schema, one), origin, terms);
      return { locks: listLocks(child.people, origin), prepare: async () => child };
    });
    return insertTogether(children, origin, also);
  });
}

type Family = Pick<NewEnrollment, "people" | "guardianships" | "addressees">;

/** What is sent from an account: of a student who is known their id. */
type AccountSubmission = { student?: string; submitted: Record<string, unknown> };

/**
 * Registers what a person sends from their account, in one transaction: a year more of students for whom they
 * act, and children who are new, of whom they become the first guardian (families 5, 6).
 *
 * @param also writes beside them in the same transaction, that of `within`
 * @throws AppError `validation_failed`, `duplicate`; `not_found` when they may not enroll a student (any more)
 */
export async function createFromAccount(
  by: string,
  sent: AccountSubmission[],
  origin: Origin,
  also?: WriteWithEnrollments,
  within?: RunInTransaction,
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const prepared = await Promise.all(
      sent.map(({ student, submitted }) =>
        student === undefined
          ? prepareSibling(by, submitted, origin, toPersonRow("guardian", submitted))
          : prepareReturning(student, submitted, origin, by),
      ),
    );
    return insertTogether(prepared, origin, also, within);
  });
}

type KeyOrigin = Extract<Origin, { source: "api" }>;

/**
 * Registers another child of the first guardian of an enrollment that the same key has made.
 *
 * @param submitted the request's fields, unchecked
 * @throws AppError `not_found`, `no_guardian`, `validation_failed`, `duplicate`, `idempotency_key_reused`
 */
export async function createSiblingEnrollment(
  submitted: unknown,
  origin: KeyOrigin,
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const reference =
      readReference(submitted) ??
      (await throwValidationError(siblingEnrollmentSchema, minorRules, submitted));
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
export async function createReturningEnrollment(
  submitted: unknown,
  origin: KeyOrigin,
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const reference =
      readReference(submitted) ??
      (await throwValidationError(returningEnrollmentSchema, returningRules, submitted));
    const { studentId } = await findByReference(reference, origin.apiKeyId);
    return createReturning(studentId, submitted, origin);
  });
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

/** Who is told: a student who has turned 18 alone, where there is an address; else who was told before. */
async function findMailRecipients(
  client: QueryRunner,
  student: ExistingPersonWithAge,
  today: Day,
): Promise<MailRecipient[]> {
  const guardians = await findGuardians(client, student.id);
  const grown = student.birth_date !== null && isAdult(student.birth_date, today);
  if (guardians.length === 0 || (grown && isDeliverable(student.email)))
    return [{ ...student, kind: getStudentMailKind(false) }];

  const ownAnswers = guardians.filter(({ position, kept_apart }) => position === 1 || !kept_apart);
  return [
    { ...student, kind: getStudentMailKind(true) },
    ...ownAnswers.map(({ id, email, position }) => ({
      id,
      email,
      kind: position === 1 ? ("guardian" as const) : ("second_guardian" as const),
    })),
  ];
}

/** The child's guardians; the second one may be a brother's or sister's already, and is then the same person. */
async function prepareFamily(
  client: QueryRunner,
  guardianId: string,
  child: PersonRow,
  second: PersonRow | undefined,
): Promise<Family> {
  const guardian = await lockPerson(client, guardianId);
  const known = second && (await findSecondGuardian(client, guardianId, second.email_key));
  const addressees: MailRecipient[] = [
    { ...child, kind: "minor_student" },
    { ...guardian, kind: "guardian" },
  ];
  const guardianships: Guardianship[] = [{ guardian_id: guardianId, position: 1, kept_apart: false }];
  const other = known ?? second;
  if (other) {
    const keptApart = known?.kept_apart === true;
    guardianships.push({ guardian_id: other.id, position: 2, kept_apart: keptApart });
    if (!keptApart) addressees.push({ ...other, kind: "second_guardian" });
  }
  return { people: second && !known ? [child, second] : [child], guardianships, addressees };
}

/**
 * The same child again: by address or document, or, of a child who has neither, by name and birth date.
 * @throws AppError `duplicate`
 */
function assertNewChild(child: PersonRow, input: SiblingEnrollment, known: ExistingChild[]) {
  const nameless = !isDeliverable(child.email) && child.document_key === undefined;
  const same = known.find(
    ({ email_key, document_key, full_name, birth_date }) =>
      email_key === child.email_key ||
      (document_key !== null && document_key === child.document_key) ||
      (nameless &&
        birth_date === input.student_birth_date &&
        toEmailKey(full_name) === toEmailKey(`${input.student_name} ${input.student_surname}`)),
  );
  if (same?.years.includes(input.school_year_id)) throw createAlreadyEnrolledError();
  if (same && nameless) throw new AppError("duplicate", [{ field: "student_name", code: "student_known" }]);
}

/** What names the enrollment before; undefined when it is no text, or a blank one. */
function readReference(submitted: unknown): string | undefined {
  const { reference } = submitted as { reference?: unknown };
  return typeof reference === "string" ? reference.trim() || undefined : undefined;
}

/** Without a reference there is nobody to look for: what is wrong with all fields is told at once. */
async function throwValidationError(
  schema: ZodMiniObject,
  rules: readonly Rule[],
  submitted: unknown,
): Promise<never> {
  parseInput(addRules(schema, rules, await getSchoolContext()), submitted);
  throw new AppError("not_found");
}
