import { type Enrollment, Prisma, type Reason } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { isEnded, stateNames } from "@/lib/enrollment/states";
import type { Locale } from "@/lib/i18n/locales";
import { DecisionError } from "./decision-error";

type UnnotifiedDecision = {
  id: string;
  fromState: EnrollmentState;
  toState: EnrollmentState;
  specialityId: number | null;
  syllabusId: number | null;
  words: string | null;
  reason: Pick<Reason, "code" | Locale> | null;
  beforeSpecialityId: number | null;
  beforeSyllabusId: number | null;
  tellAt: Date | null;
  withList: boolean;
  decidedAt: Date;
};

export type EnrollmentStatus = Pick<
  Enrollment,
  | "id"
  | "reference"
  | "schoolYearId"
  | "studentId"
  | "createdAt"
  | "version"
  | "state"
  | "decidedState"
  | "assignedSpecialityId"
  | "assignedSyllabusId"
  | "turn"
  | "gaveUpAt"
> & { student: { erasedAt: Date | null }; unnotified: UnnotifiedDecision | undefined };

type EnrollmentKey = { reference: string } | { id: string };

type Row = Omit<EnrollmentStatus, "student" | "unnotified"> &
  Omit<UnnotifiedDecision, "id" | "reason"> &
  Partial<Record<Locale, string>> & {
    erasedAt: Date | null;
    unnotifiedId: string | null;
    reasonCode: string | null;
  };

/**
 * Reads the status of an enrollment with one statement; every decision and notification starts here.
 * @throws DecisionError `unknown_enrollment`
 */
export async function readEnrollmentStatus(
  db: Prisma.TransactionClient,
  key: EnrollmentKey,
): Promise<EnrollmentStatus> {
  const where = "id" in key ? Prisma.sql`e.id = ${key.id}::uuid` : Prisma.sql`e.reference = ${key.reference}`;
  const [row] = await db.$queryRaw<Row[]>`
    select e.id::text, e.reference, e.school_year_id as "schoolYearId", e.student_id::text as "studentId",
      e.created_at as "createdAt", e.version, e.state, e.decided_state as "decidedState",
      e.assigned_speciality_id as "assignedSpecialityId", e.assigned_syllabus_id as "assignedSyllabusId",
      e.turn, e.gave_up_at as "gaveUpAt", s.erased_at as "erasedAt",
      d.id::text as "unnotifiedId", d.from_state as "fromState", d.to_state as "toState",
      d.speciality_id as "specialityId", d.syllabus_id as "syllabusId", d.words,
      d.before_speciality_id as "beforeSpecialityId", d.before_syllabus_id as "beforeSyllabusId",
      d.tell_at as "tellAt", d.with_list as "withList", d.decided_at as "decidedAt",
      r.code as "reasonCode", r.es, r.ca, r.en
    from enrollments e join people s on s.id = e.student_id
    left join decisions d on d.enrollment_id = e.id and d.status = 'untold'
    left join reasons r on r.id = d.reason_id
    where ${where}`;
  if (!row) throw new DecisionError("unknown_enrollment");
  return toEnrollmentStatus(row);
}

/** Locks the enrollment's row and reads its status; serialises decisions on it. */
export async function lockEnrollmentStatus(
  tx: Prisma.TransactionClient,
  key: EnrollmentKey,
): Promise<EnrollmentStatus> {
  if ("id" in key) await tx.$queryRaw`select 1 from enrollments where id = ${key.id}::uuid for update`;
  else await tx.$queryRaw`select 1 from enrollments where reference = ${key.reference} for update`;
  return readEnrollmentStatus(tx, key);
}

/** Locks the enrollments of a person and of the students whose guardian they are, against concurrent changes. */
export const lockPersonEnrollments = (tx: Prisma.TransactionClient, personId: string) => tx.$queryRaw`
  select 1 from enrollments where student_id = ${personId}::uuid or student_id in (
    select student_id from guardianships where guardian_id = ${personId}::uuid)
  order by reference for update`;

type Change = Partial<
  Pick<EnrollmentStatus, "state" | "decidedState" | "assignedSpecialityId" | "assignedSyllabusId">
> & {
  keepsPlaceAt?: null;
  gaveUpAt?: Date;
};

/**
 * Updates the status of an enrollment, with optimistic locking. Triggers handle a new `state` (prisma/sql/functions:
 * count_told_change, record_told_event).
 * @throws DecisionError `changed_meanwhile` after a concurrent change; `another_stands` when the student has another
 * active enrollment for the year
 */
export async function writeEnrollmentStatus(
  tx: Prisma.TransactionClient,
  current: EnrollmentStatus,
  change: Change,
) {
  const { id, version, state, decidedState } = current;
  await assertNoOtherActive(tx, current, change);
  const where = { id, version, state, decidedState };
  const data = { ...change, version: version + 1 };
  const { count } = await tx.enrollment.updateMany({ where, data }).catch(rethrowUniqueViolation);
  if (count === 0) throw new DecisionError("changed_meanwhile");
}

function toEnrollmentStatus({
  erasedAt,
  unnotifiedId,
  reasonCode: code,
  es = "",
  ca = "",
  en = "",
  ...row
}: Row): EnrollmentStatus {
  const { fromState, toState, specialityId, syllabusId, words, tellAt, withList, decidedAt, ...rest } = row;
  const { beforeSpecialityId, beforeSyllabusId, ...status } = rest;
  const reason = code === null ? null : { code, es, ca, en };
  const place = { specialityId, syllabusId, beforeSpecialityId, beforeSyllabusId };
  const decision = { fromState, toState, ...place, words, reason, tellAt, withList, decidedAt };
  return {
    ...status,
    student: { erasedAt },
    unnotified: unnotifiedId === null ? undefined : { id: unnotifiedId, ...decision },
  };
}

/** A student has one active enrollment per year: a withdrawn one cannot be put back beside another. */
async function assertNoOtherActive(tx: Prisma.TransactionClient, current: EnrollmentStatus, change: Change) {
  const wasEnded = isEnded(current.state) && isEnded(current.decidedState);
  if (!wasEnded || !change.decidedState || isEnded(change.decidedState)) return;
  if (await hasOtherActive(tx, current)) throw new DecisionError("another_stands");
}

export async function hasOtherActive(
  db: Prisma.TransactionClient,
  { id, studentId, schoolYearId }: EnrollmentStatus,
): Promise<boolean> {
  const ended = { in: stateNames.filter(isEnded) };
  const where = { id: { not: id }, studentId, schoolYearId, NOT: { state: ended, decidedState: ended } };
  return (await db.enrollment.count({ where })) > 0;
}

/** The unique index decides against a concurrent new enrollment. */
function rethrowUniqueViolation(error: unknown): never {
  const isDuplicate = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
  throw isDuplicate ? new DecisionError("another_stands") : error;
}
