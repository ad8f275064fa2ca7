import type { Prisma } from "@/generated/prisma/client";
import { isAdult } from "@/lib/enrollment/field-schemas";
import { STATES_ENDED } from "@/lib/enrollment/sql";
import { isEnded } from "@/lib/enrollment/states";
import { personAnswers } from "@/lib/enrollment/stored-answers";
import { isMinor } from "@/lib/people/accounts/family-role";
import { prisma, type QueryRunner } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";

/**
 * The student and first guardian of an enrollment.
 * @param apiKeyId the key that must have created it; undefined only for a reference that the service knows itself
 */
export async function findByReference(reference: string, apiKeyId: number | undefined) {
  const enrollment = await prisma().enrollment.findFirst({
    where: { reference, apiKeyId },
    select: {
      studentId: true,
      student: { select: { guardians: { where: { position: 1 }, select: { guardianId: true } } } },
    },
  });
  return (
    enrollment && {
      studentId: enrollment.studentId,
      guardianId: enrollment.student.guardians[0]?.guardianId,
    }
  );
}

/** An existing person with the columns that an enrollment needs. */
type ExistingPerson = { id: string; email: string; email_key: string; document_key: string | null };

/** A guardian's child, with the years for which it is enrolled. */
type ExistingChild = ExistingPerson & { full_name: string; birth_date: string | null; years: number[] };

/** Enrollments `e` that block another one of the same student and year; a unique index enforces it. */
const IS_ACTIVE = `(e.state not in ${STATES_ENDED.sql} or e.decided_state not in ${STATES_ENDED.sql})`;

export async function findChildren(client: QueryRunner, guardianId: string) {
  const { rows } = await client.query<ExistingChild>(
    `select s.id, s.email, s.email_key, s.document_key, s.birth_date::text,
       concat_ws(' ', s.name, s.surname) as full_name,
       array(select e.school_year_id from enrollments e where e.student_id = s.id and ${IS_ACTIVE}) as years
     from guardianships g join people s on s.id = g.student_id
     where g.guardian_id = $1 and g.position = 1`,
    [guardianId],
  );
  return rows;
}

/** The second guardian of any child of a first guardian; kept apart when the desk has marked that for any child. */
export async function findSecondGuardian(client: QueryRunner, guardianId: string, emailKey: string) {
  const { rows } = await client.query<ExistingPerson & { kept_apart: boolean }>(
    `select p.id, p.email, p.email_key, p.document_key, bool_or(other.kept_apart) as kept_apart
     from guardianships own join guardianships other on other.student_id = own.student_id and other.position = 2
     join people p on p.id = other.guardian_id
     where own.guardian_id = $1 and own.position = 1 and p.email_key = $2
     group by p.id, p.email, p.email_key, p.document_key`,
    [guardianId, emailKey],
  );
  return rows[0];
}

/** Locks a person against erasure. @throws AppError `not_found` when deleted or erased */
export async function lockPerson(client: QueryRunner, id: string) {
  const { rows } = await client.query<ExistingPerson & { birth_date: string | null }>(
    "select id, email, email_key, document_key, birth_date::text from people where id = $1 and erased_at is null for key share",
    [id],
  );
  return rows[0] ?? throwNotFound();
}

/**
 * Asserts that a person may enroll a student: themselves as an adult, or a minor child whose first guardian they are
 * (families 5, 6).
 * @throws AppError `not_found`
 */
export async function assertCanEnroll(client: QueryRunner, actorId: string, studentId: string, today: Day) {
  const { birth_date } = await lockPerson(client, studentId);
  const adult = birth_date === null || isAdult(birth_date, today);
  if (actorId === studentId) return adult ? undefined : throwNotFound();
  const guardians = await findGuardians(client, studentId);
  if (adult || !guardians.some(({ id, position }) => id === actorId && position === 1)) throwNotFound();
}

/** A student's guardians, the first one first, without those who deny being one. */
export async function findGuardians(client: QueryRunner, studentId: string) {
  const { rows } = await client.query<ExistingPerson & { position: 1 | 2; kept_apart: boolean }>(
    `select p.id, p.email, p.email_key, p.document_key, g.position, g.kept_apart
     from guardianships g join people p on p.id = g.guardian_id
     where g.student_id = $1 and g.denied_at is null order by g.position`,
    [studentId],
  );
  return rows;
}

export type EnrollablePerson = Awaited<ReturnType<typeof listEnrollablePeople>>[number];

/**
 * The people whom a person may enroll (families 5, 6): themselves as an adult, and minor children whose first
 * guardian they are. Empty for a minor.
 */
export async function listEnrollablePeople(personId: string, today: Day) {
  const rows = await prisma().person.findMany({
    where: {
      erasedAt: null,
      OR: [{ id: personId }, { guardians: { some: { guardianId: personId, position: 1, deniedAt: null } } }],
    },
    orderBy: [{ birthDate: "asc" }, { id: "asc" }],
    select: { ...personAnswers, enrollments },
  });
  const me = rows.find(({ id }) => id === personId);
  if (!me || isMinor(me.birthDate, today)) return [];
  return rows
    .filter((row) => row === me || isMinor(row.birthDate, today))
    .map(({ enrollments: sent, ...person }) => ({
      isOwn: person.id === personId,
      person,
      /** Newest first; at most one per year is active. */
      enrollments: sent.map(({ reference, schoolYearId, state, decidedState }) => ({
        reference,
        schoolYearId,
        isActive: !isEnded(state) || !isEnded(decidedState),
      })),
    }));
}

function throwNotFound(): never {
  throw new AppError("not_found");
}

const enrollments = {
  orderBy: { createdAt: "desc" },
  select: { reference: true, schoolYearId: true, state: true, decidedState: true },
} satisfies Prisma.Person$enrollmentsArgs;
