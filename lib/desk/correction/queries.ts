import type { Prisma } from "@/generated/prisma/client";
import { combinePlaces, getAssignedPlace, getYearStudies, isCoveredBy } from "@/lib/decisions/place";
import { type Branch, type FieldName, fieldRows, type Role } from "@/lib/enrollment/fields";
import type { SchoolContext } from "@/lib/enrollment/rules";
import { getState } from "@/lib/enrollment/states";
import {
  enrollmentAnswers,
  personAnswers,
  readStoredAnswers,
  type StoredPeople,
} from "@/lib/enrollment/stored-answers";
import { wouldBecomeLate } from "@/lib/enrollment/writes";
import { findLastChange } from "@/lib/people/audit-log";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { fingerprintOf } from "@/lib/platform/fingerprint";

/** The parts of an enrollment that are corrected separately. */
export const correctParts = ["student", "guardian", "second_guardian", "studies"] as const;

export type CorrectPart = (typeof correctParts)[number];

/** The fields of a part in form order, without the school year: another year is another enrollment. */
export const listPartFields = (part: CorrectPart, branch: Branch): FieldName[] =>
  fieldRows
    .filter(([name, row]) => row[branch] && row.stored && name !== "school_year_id")
    .filter(([, { person }]) => (part === "studies" ? person === undefined : person === part))
    .map(([name]) => name);

/** A paper form for a new family, another child of an existing guardian, or an existing student's next year. */
type PaperKind = "new" | "sibling" | "again";

/** Existing people are not asked again. */
const paperParts: Record<PaperKind, readonly CorrectPart[]> = {
  new: correctParts,
  sibling: ["student", "second_guardian", "studies"],
  again: ["studies"],
};

/** The parts and fields of a paper form: all except the year and the terms, which are signed. */
export const listPaperParts = (kind: PaperKind, branch: Branch) =>
  paperParts[kind]
    .map((part) => ({ part, fields: listPartFields(part, branch) }))
    .filter(({ fields }) => fields.length > 0);

/** Fields whose change voids an unnotified decision. */
export const voidingFields: ReadonlySet<FieldName> = new Set(
  fieldRows
    .filter(([name, { stored }]) => name === "student_birth_date" || (stored && "option" in stored))
    .map(([name]) => name),
);

export type PartAnswers = Partial<Record<FieldName, unknown>>;

export type AnswerChange = { field: FieldName; old: unknown; now: unknown };

const columns = { ...personAnswers, erasedAt: true } satisfies Prisma.PersonSelect;

const enrollmentColumns = {
  ...enrollmentAnswers,
  id: true,
  reference: true,
  studentId: true,
  decidedState: true,
  assignedSpecialityId: true,
  assignedSyllabusId: true,
  schoolYear: { select: { year: true } },
  student: {
    select: {
      ...columns,
      guardians: { orderBy: { position: "asc" }, select: { position: true, guardian: { select: columns } } },
      enrollments: { where: { decisions: { some: { status: "untold" } } }, select: { reference: true } },
    },
  },
} satisfies Prisma.EnrollmentSelect;

export type EnrollmentPart = NonNullable<Awaited<ReturnType<typeof readPart>>>;

/**
 * A part of an enrollment for its form, with a version that changes with any field.
 * @returns undefined when the enrollment has no such part
 */
export async function readPartForDesk(actor: Actor, reference: string, part: CorrectPart) {
  requirePermission(actor, "correct");
  return readPart(prisma(), reference, part);
}

const getPartRole = (part: CorrectPart): Role | undefined => (part === "studies" ? undefined : part);

/** The same in a transaction. */
export async function readPart(db: Prisma.TransactionClient, reference: string, part: CorrectPart) {
  const row = await db.enrollment.findUnique({ where: { reference }, select: enrollmentColumns });
  if (!row || row.student.erasedAt) return;
  const { guardians, enrollments: unnotified, ...student } = row.student;
  const people = {
    student,
    guardian: guardians.find(({ position }) => position === 1)?.guardian,
    second_guardian: guardians.find(({ position }) => position === 2)?.guardian,
  } satisfies StoredPeople;
  const role = getPartRole(part);
  const person = role && people[role];
  if (role && (!person || person.erasedAt)) return;

  const branch: Branch = guardians.length > 0 ? "minor" : "adult";
  const answers = readStoredAnswers(row, people) as PartAnswers;
  const fields = listPartFields(part, branch);
  const isLate = part === "studies" && (await wouldBecomeLate(db, row.id));
  return {
    reference,
    part,
    branch,
    fields,
    answers,
    version: fingerprintOf([...fields.map((field) => [field, answers[field]]), ...(isLate ? ["late"] : [])]),
    personId: person?.id,
    enrollmentId: row.id,
    studentId: row.studentId,
    schoolYearId: row.schoolYearId,
    year: row.schoolYear.year,
    student: [student.name, student.surname].filter(Boolean).join(" "),
    /** Whether a change of choices or birth date voids an unnotified decision. */
    untold: unnotified.some((enrollment) => part !== "studies" || enrollment.reference === reference),
    /** The place or waiting list, which a change of choices does not change. */
    holds: getState(row.decidedState).holds && { state: row.decidedState, ...getAssignedPlace(row) },
    /** Whether a change of choices is too late for a round's frozen list. */
    isLate,
    /** People whose changes also affect this part: children share their guardian's address. */
    others: part === "student" ? guardians.map(({ guardian }) => guardian.id) : [],
  };
}

export const listChanges = ({ fields, answers }: EnrollmentPart, corrected: PartAnswers): AnswerChange[] =>
  fields
    .filter((field) => corrected[field] !== answers[field])
    .map((field) => ({ field, old: answers[field], now: corrected[field] }));

/** The place or waiting list that the corrected choices do not request. */
export function findUnrequested({ part, holds }: EnrollmentPart, corrected: PartAnswers) {
  if (part !== "studies" || !holds) return;
  const [specialities, syllabi] = Object.values(toChoices(corrected)).map((list) => list.map(({ id }) => id));
  const requested = combinePlaces(specialities ?? [], syllabi ?? []);
  return requested.some((choice) => isCoveredBy(holds, choice)) ? undefined : holds;
}

export function toChoices(answers: PartAnswers) {
  const list = (name: "student_speciality_option" | "student_syllabi_option") =>
    ([1, 2, 3] as const).flatMap((option) => {
      const id = answers[`${name}${option}`];
      return typeof id === "number" ? [{ option, id }] : [];
    });
  return { specialities: list("student_speciality_option"), syllabi: list("student_syllabi_option") };
}

/** The catalogue of the enrollment's year, open or not. */
export type PartOptions = Awaited<ReturnType<typeof listPartOptions>>;

export const listPartOptions = ({ schoolYearId }: Pick<EnrollmentPart, "schoolYearId">) =>
  getYearStudies(schoolYearId);

/** The same for the form's rules. */
export const toRuleYears = (
  { schoolYearId: id }: EnrollmentPart,
  { specialities, syllabi }: PartOptions,
): SchoolContext["schoolYears"] => [
  { id, specialities: specialities.map(({ id }) => id), syllabi: syllabi.map(({ id }) => id) },
];

export const findPartChange = (current: EnrollmentPart) =>
  findLastChange({ values: { some: {} }, ...whereAbout(current) });

function whereAbout({ reference, personId, others }: EnrollmentPart): Prisma.AuditEntryWhereInput {
  if (personId) return { objectKind: "person", objectId: { in: [personId, ...others] } };
  const action = { in: ["choices_changed", "answers_corrected"] };
  return { objectKind: "enrollment", objectId: reference, action };
}
