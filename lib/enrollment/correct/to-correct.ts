import type { Prisma } from "@/generated/prisma/client";
import { wouldBecomeLate } from "@/lib/enrollment/change-choices";
import type { Branch, FieldName } from "@/lib/enrollment/fields";
import {
  enrollmentAnswers,
  personAnswers,
  type StoredPeople,
  readStoredAnswers,
} from "@/lib/enrollment/stored-answers";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { fingerprintOf } from "@/lib/platform/fingerprint";
import { prisma } from "@/lib/platform/prisma";
import { type CorrectPart, listPartFields, getPartRole } from "./parts";

export type PartAnswers = Partial<Record<FieldName, unknown>>;

export type AnswerChange = { field: FieldName; old: unknown; now: unknown };

const person = { ...personAnswers, erasedAt: true } satisfies Prisma.PersonSelect;

const stored = {
  ...enrollmentAnswers,
  id: true,
  reference: true,
  studentId: true,
  schoolYear: { select: { year: true } },
  student: {
    select: {
      ...person,
      guardians: { orderBy: { position: "asc" }, select: { position: true, guardian: { select: person } } },
      enrollments: {
        where: { decisions: { some: { status: "untold" } } },
        select: { reference: true },
      },
    },
  },
} satisfies Prisma.EnrollmentSelect;

export type EnrollmentPart = NonNullable<Awaited<ReturnType<typeof readPart>>>;

/**
 * A part of an enrollment as its form begins: the fields, what is stored, and a version that any change of
 * them makes another one.
 * @returns undefined where the enrollment has no such part
 */
export async function readPartForDesk(actor: Actor, reference: string, part: CorrectPart) {
  requirePermission(actor, "correct");
  return readPart(prisma(), reference, part);
}

/** The same in a transaction. */
export async function readPart(db: Prisma.TransactionClient, reference: string, part: CorrectPart) {
  const row = await db.enrollment.findUnique({ where: { reference }, select: stored });
  if (!row || row.student.erasedAt) return;
  const { guardians, enrollments: untold, ...student } = row.student;
  const people = {
    student,
    guardian: guardians.find(({ position }) => position === 1)?.guardian,
    second_guardian: guardians.find(({ position }) => position === 2)?.guardian,
  } satisfies StoredPeople;
  const role = getPartRole(part);
  const whom = role && people[role];
  if (role && (!whom || whom.erasedAt)) return;

  const branch: Branch = guardians.length > 0 ? "minor" : "adult";
  const all = readStoredAnswers(row, people) as PartAnswers;
  const fields = listPartFields(part, branch);
  const late = part === "studies" && (await wouldBecomeLate(db, row.id));
  return {
    reference,
    part,
    branch,
    fields,
    all,
    version: fingerprintOf([...fields.map((field) => [field, all[field]]), ...(late ? ["late"] : [])]),
    personId: whom?.id,
    enrollmentId: row.id,
    studentId: row.studentId,
    schoolYearId: row.schoolYearId,
    year: row.schoolYear.year,
    student: [student.name, student.surname].filter(Boolean).join(" "),
    /** Whether a decision that nobody was told of would be void with other wishes or another birth date. */
    untold: untold.some((one) => part !== "studies" || one.reference === reference),
    /** Whether other wishes would make it late in a round's closed list. */
    late,
    /** Whoever else's change shows in this part: children move along with their guardian. */
    others: part === "student" ? guardians.map(({ guardian }) => guardian.id) : [],
  };
}

/** What would become another, in the form's order. */
export const listChanges = ({ fields, all }: EnrollmentPart, wanted: PartAnswers): AnswerChange[] =>
  fields
    .filter((field) => wanted[field] !== all[field])
    .map((field) => ({ field, old: all[field], now: wanted[field] }));
