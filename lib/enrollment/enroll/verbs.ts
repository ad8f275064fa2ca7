import type { z } from "zod";
import type { ZodMiniObject } from "zod/mini";
import { isAdult } from "@/lib/enrollment/field-schemas";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { addRules, adultRules, minorRules, type Rule, returningRules } from "@/lib/enrollment/rules";
import {
  adultEnrollmentSchema,
  minorEnrollmentSchema,
  returningEnrollmentSchema,
  returningFieldsSchema,
  siblingEnrollmentSchema,
  siblingFieldsSchema,
} from "@/lib/enrollment/schema";
import { getAcceptedTerms } from "@/lib/enrollment/terms";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { prisma, type QueryRunner } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { parseInput } from "@/lib/platform/schema";
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
  assertCanEnroll,
  findByReference,
  findChildren,
  findGuardians,
  findSecondGuardian,
  lockPerson,
} from "./existing-family";
import {
  insertEnrollment,
  insertTogether,
  type RunInTransaction,
  register,
  type WriteWithEnrollments,
} from "./writes";

type PreparedEnrollment = Parameters<typeof insertTogether>[0][number];

type SiblingEnrollment = z.output<typeof siblingFieldsSchema>;

/**
 * An enrollment to create. `submitted` has the unvalidated fields of its kind. Without `guardianId` or `studentId`, the field
 * `reference` names an enrollment of the same API key. `actorId` is the signed-in person: they must be allowed to act for
 * the student, and their own answers fill empty columns.
 */
export type EnrollmentRequest = { submitted: unknown } & (
  | { kind: "adult" | "minor" }
  /** Another child of an existing guardian. */
  | { kind: "sibling"; guardianId?: string; actorId?: string }
  /** Another year of an existing student. */
  | { kind: "returning"; studentId?: string; actorId?: string }
);

/**
 * Creates enrollments in one transaction and queues the account-setup e-mails (4.3, 4.4). New children submitted together
 * have the first child's guardian, who gets one message.
 * @param writeAlso writes in the same transaction
 * @param runInTransaction opens the transaction
 * @throws AppError `validation_failed` with every issue in schema order, `duplicate`, `idempotency_key_reused`;
 *   `not_found` and `no_guardian` for a reference or an account that may not enroll the student
 */
export function enroll(
  requests: EnrollmentRequest[],
  origin: Origin,
  writeAlso?: WriteWithEnrollments,
  runInTransaction?: RunInTransaction,
) {
  return register(origin, async () => {
    const prepared: PreparedEnrollment[] = [];
    for (const request of requests) prepared.push(await prepareEnrollment(request, origin));
    const [{ enrollment } = {}, ...others] = prepared;
    if (enrollment && others.length === 0 && !writeAlso) return [await insertEnrollment(enrollment)];
    return insertTogether(prepared, origin, writeAlso, runInTransaction);
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
  { studentId: knownId, submitted, actorId }: RequestOf<"returning">,
  origin: Origin,
): Promise<PreparedEnrollment> {
  const referenced = knownId
    ? undefined
    : await findReferenced(submitted, origin, returningEnrollmentSchema, returningRules);
  const studentId = knownId ?? (referenced?.studentId as string);
  const school = await getSchoolContext();
  const input = parseInput(addRules(returningFieldsSchema, returningRules, school), submitted);
  const terms = await getAcceptedTerms(origin);
  const ownAnswers =
    actorId === studentId ? toPersonRow("student", submitted as Record<string, unknown>) : undefined;
  const locks = [`student ${studentId}`, ...listLocks(ownAnswers ? [ownAnswers] : [], origin)];
  const prepare = async (client: QueryRunner) => {
    if (actorId) await assertCanEnroll(client, actorId, studentId, school.today);
    if (ownAnswers) await completePerson(client, studentId, ownAnswers);
    const student = await lockPerson(client, studentId);
    const addressees = await findMailRecipients(client, student, school.today);
    return { input, studentId, people: [], guardianships: [], addressees, terms, origin };
  };
  return { locks, prepare };
}

async function prepareSibling(
  { guardianId: knownId, submitted, actorId }: RequestOf<"sibling">,
  origin: Origin,
): Promise<PreparedEnrollment> {
  const guardianId =
    knownId ?? (await findReferenced(submitted, origin, siblingEnrollmentSchema, minorRules)).guardianId;
  if (!guardianId) throw new AppError("no_guardian");
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
  const ownAnswers =
    actorId === guardianId ? toPersonRow("guardian", submitted as Record<string, unknown>) : undefined;
  const peopleToLock = [child, second, ownAnswers].filter((person) => person !== undefined);
  const locks = [`person ${guardianId}`, ...listLocks(peopleToLock, origin)];
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
async function findReferenced(
  submitted: unknown,
  { apiKeyId }: Origin,
  schema: ZodMiniObject,
  rules: readonly Rule[],
) {
  const { reference } = submitted as { reference?: unknown };
  const trimmed = typeof reference === "string" && reference.trim();
  if (!trimmed) parseInput(addRules(schema, rules, await getSchoolContext()), submitted);
  const found = trimmed && apiKeyId !== undefined && (await findByReference(trimmed, apiKeyId));
  if (!found) throw new AppError("not_found");
  return found;
}

/** The recipients: only the student when adult and with an address, otherwise student and guardians. */
async function findMailRecipients(
  client: QueryRunner,
  student: Awaited<ReturnType<typeof lockPerson>>,
  today: Day,
): Promise<NewEnrollment["addressees"]> {
  const guardians = await findGuardians(client, student.id);
  const isAdultStudent = student.birth_date !== null && isAdult(student.birth_date, today);
  if (guardians.length === 0 || (isAdultStudent && isDeliverable(student.email)))
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
  const secondGuardian = known ?? second;
  if (secondGuardian) {
    const keptApart = known?.kept_apart === true;
    guardianships.push({ guardian_id: secondGuardian.id, position: 2, kept_apart: keptApart });
    if (!keptApart) addressees.push({ ...secondGuardian, kind: "second_guardian" });
  }
  return { people: second && !known ? [child, second] : [child], guardianships, addressees };
}

/**
 * Asserts that a child is not known: compares address and document, or, without either, name and birth date. Another
 * name with another birth date is another child, whose address or document is taken.
 * @throws AppError `duplicate`
 */
function assertNewChild(
  child: PersonRow,
  input: SiblingEnrollment,
  children: Awaited<ReturnType<typeof findChildren>>,
) {
  const hasNoKey = !isDeliverable(child.email) && child.document_key === undefined;
  const name = toEmailKey(`${input.student_name} ${input.student_surname}`);
  const match = children.find(({ email_key, document_key, full_name, birth_date }) => {
    const [hasName, hasDate] = [toEmailKey(full_name) === name, birth_date === input.student_birth_date];
    const hasKey =
      email_key === child.email_key || (document_key !== null && document_key === child.document_key);
    return hasKey ? hasName || hasDate : hasNoKey && hasName && hasDate;
  });
  if (match?.years.includes(input.school_year_id)) throw createAlreadyEnrolledError();
  if (match && hasNoKey) throw new AppError("duplicate", [{ field: "student_name", code: "student_known" }]);
}
