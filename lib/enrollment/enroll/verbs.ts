import type { ZodMiniObject } from "zod/mini";
import { parseInput } from "@/lib/enrollment/error-codes";
import { isAdult } from "@/lib/enrollment/field-schemas";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { addRules, adultRules, minorRules, type Rule, returningRules } from "@/lib/enrollment/rules";
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
import { createAlreadyEnrolledError } from "./duplicate-error";
import {
  completePerson,
  getStudentMailKind,
  listLocks,
  type NewEnrollment,
  type Origin,
  type PersonRow,
  prepareNewPeople,
  toPersonRow,
} from "./enrollment-document";
import {
  assertMayEnroll,
  findByReference,
  findChildren,
  findGuardians,
  findSecondGuardian,
  lockPerson,
} from "./existing-family";
import {
  type CreatedEnrollments,
  insertEnrollment,
  insertTogether,
  type PreparedEnrollment,
  type RunInTransaction,
  register,
  type WriteWithEnrollments,
} from "./writes";

/**
 * An enrollment to create. `submitted` has the unvalidated fields of its kind. Without `guardianId` or `studentId`, the field
 * `reference` names an enrollment of the same API key. `by` is the signed-in person: they must be allowed to act for the
 * student, and their own answers fill empty columns.
 */
export type EnrollmentRequest = { submitted: unknown } & (
  | { kind: "adult" | "minor" }
  /** Another child of an existing guardian. */
  | { kind: "sibling"; guardianId?: string; by?: string }
  /** Another year of an existing student. */
  | { kind: "returning"; studentId?: string; by?: string }
);

/**
 * Creates enrollments in one transaction and queues the account-setup e-mails (4.3, 4.4). New children submitted together
 * have the first child's guardian, who gets one message.
 * @param also writes in the same transaction
 * @param within opens the transaction
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`;
 *   `not_found` and `no_guardian` for a reference or an account that may not enroll the student
 */
export function enroll(
  requests: EnrollmentRequest[],
  origin: Origin,
  also?: WriteWithEnrollments,
  within?: RunInTransaction,
): Promise<CreatedEnrollments> {
  return register(origin, async () => {
    const prepared: PreparedEnrollment[] = [];
    for (const request of requests) prepared.push(await prepareEnrollment(request, origin));
    const [{ enrollment } = {}, ...others] = prepared;
    if (enrollment && others.length === 0 && !also) return [await insertEnrollment(enrollment)];
    return insertTogether(prepared, origin, also, within);
  });
}

function prepareEnrollment(request: EnrollmentRequest, origin: Origin): Promise<PreparedEnrollment> {
  if (request.kind === "sibling") return prepareSibling(request, origin);
  if (request.kind === "returning") return prepareReturning(request, origin);
  return prepareNew(request.kind, request.submitted, origin);
}

type RequestOf<Kind> = Extract<EnrollmentRequest, { kind: Kind }>;

async function prepareNew(
  kind: "adult" | "minor",
  submitted: unknown,
  origin: Origin,
): Promise<PreparedEnrollment> {
  const school = await getSchoolContext();
  const schema =
    kind === "adult"
      ? addRules(adultEnrollmentSchema, adultRules, school)
      : addRules(minorEnrollmentSchema, minorRules, school);
  const input = parseInput<typeof adultEnrollmentSchema | typeof minorEnrollmentSchema>(schema, submitted);
  const enrollment = prepareNewPeople(input, origin, await getAcceptedTerms(origin));
  return { locks: listLocks(enrollment.people, origin), prepare: async () => enrollment, enrollment };
}

async function prepareReturning(
  { studentId: known, submitted, by }: RequestOf<"returning">,
  origin: Origin,
): Promise<PreparedEnrollment> {
  const before = known
    ? undefined
    : await findEarlier(submitted, origin, returningEnrollmentSchema, returningRules);
  const studentId = known ?? (before?.studentId as string);
  const school = await getSchoolContext();
  const input = parseInput(addRules(returningFieldsSchema, returningRules, school), submitted);
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

async function prepareSibling(
  { guardianId: known, submitted, by }: RequestOf<"sibling">,
  origin: Origin,
): Promise<PreparedEnrollment> {
  const guardianId =
    known ?? (await findEarlier(submitted, origin, siblingEnrollmentSchema, minorRules)).guardianId;
  if (!guardianId) throw new AppError("no_guardian");
  const guardian = await prisma().person.findUnique({
    where: { id: guardianId, erasedAt: null },
    select: { email: true, document: true },
  });
  if (!guardian) throw new AppError("not_found");
  const answered = { guardian_email: guardian.email, guardian_document: guardian.document ?? undefined };
  const schema = addRules(siblingFieldsSchema, minorRules, await getSchoolContext(), answered);
  const input = parseInput(schema, submitted);
  const terms = await getAcceptedTerms(origin);
  const child = toPersonRow("student", input);
  const second = input.second_guardian_email ? toPersonRow("second_guardian", input) : undefined;
  const ownAnswers =
    by === guardianId ? toPersonRow("guardian", submitted as Record<string, unknown>) : undefined;
  const shared = [child, second, ownAnswers].filter((one) => one !== undefined);
  const locks = [`person ${guardianId}`, ...listLocks(shared, origin)];
  const prepare = async (client: QueryRunner) => {
    if (ownAnswers) await completePerson(client, guardianId, ownAnswers);
    assertNewChild(child, input, await findChildren(client, guardianId));
    const family = await prepareFamily(client, guardianId, child, second);
    return { input, studentId: child.id, ...family, terms, origin };
  };
  return { locks, prepare };
}

type Family = Pick<NewEnrollment, "people" | "guardianships" | "addressees">;

/**
 * The people of the enrollment that the field `reference` names.
 * @throws AppError `validation_failed` with the issues of all fields when it is blank; `not_found`
 */
async function findEarlier(
  submitted: unknown,
  { apiKeyId }: Origin,
  schema: ZodMiniObject,
  rules: readonly Rule[],
) {
  const { reference } = submitted as { reference?: unknown };
  const named = typeof reference === "string" && reference.trim();
  if (!named) parseInput(addRules(schema, rules, await getSchoolContext()), submitted);
  if (!named || apiKeyId === undefined) throw new AppError("not_found");
  return findByReference(named, apiKeyId);
}

/** The recipients: only the student when adult and with an address, otherwise student and guardians. */
async function findMailRecipients(
  client: QueryRunner,
  student: Awaited<ReturnType<typeof lockPerson>>,
  today: Day,
): Promise<NewEnrollment["addressees"]> {
  const guardians = await findGuardians(client, student.id);
  const isGrownUp = student.birth_date !== null && isAdult(student.birth_date, today);
  if (guardians.length === 0 || (isGrownUp && isDeliverable(student.email)))
    return [{ ...student, kind: getStudentMailKind(false) }];

  const recipients = guardians.filter(({ position, kept_apart }) => position === 1 || !kept_apart);
  return [
    { ...student, kind: getStudentMailKind(true) },
    ...recipients.map(({ id, email, position }) => ({
      id,
      email,
      kind: position === 1 ? ("guardian" as const) : ("second_guardian" as const),
    })),
  ];
}

/** The child's guardians; an existing second guardian of a sibling with the same address is reused. */
async function prepareFamily(
  client: QueryRunner,
  guardianId: string,
  child: PersonRow,
  second: PersonRow | undefined,
): Promise<Family> {
  const guardian = await lockPerson(client, guardianId);
  const known = second && (await findSecondGuardian(client, guardianId, second.email_key));
  const addressees: NewEnrollment["addressees"] = [
    { ...child, kind: "minor_student" },
    { ...guardian, kind: "guardian" },
  ];
  const guardianships: NewEnrollment["guardianships"] = [
    { guardian_id: guardianId, position: 1, kept_apart: false },
  ];
  const other = known ?? second;
  if (other) {
    const keptApart = known?.kept_apart === true;
    guardianships.push({ guardian_id: other.id, position: 2, kept_apart: keptApart });
    if (!keptApart) addressees.push({ ...other, kind: "second_guardian" });
  }
  return { people: second && !known ? [child, second] : [child], guardianships, addressees };
}

/**
 * Asserts that a child is not known: compares address and document, or, without either, name and birth date.
 * @throws AppError `duplicate`
 */
function assertNewChild(
  child: PersonRow,
  input: SiblingEnrollment,
  known: Awaited<ReturnType<typeof findChildren>>,
) {
  const hasNoKey = !isDeliverable(child.email) && child.document_key === undefined;
  const same = known.find(
    ({ email_key, document_key, full_name, birth_date }) =>
      email_key === child.email_key ||
      (document_key !== null && document_key === child.document_key) ||
      (hasNoKey &&
        birth_date === input.student_birth_date &&
        toEmailKey(full_name) === toEmailKey(`${input.student_name} ${input.student_surname}`)),
  );
  if (same?.years.includes(input.school_year_id)) throw createAlreadyEnrolledError();
  if (same && hasNoKey) throw new AppError("duplicate", [{ field: "student_name", code: "student_known" }]);
}
