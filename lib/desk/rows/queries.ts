import type { Prisma } from "@/generated/prisma/client";
import { createPriceLookup } from "@/lib/catalogue/requested-courses";
import { getPaidPlace, getYearStudies } from "@/lib/decisions/place";
import { readRanks } from "@/lib/decisions/queries";
import { fieldRows } from "@/lib/enrollment/fields";
import { getState } from "@/lib/enrollment/states";
import {
  enrollmentAnswers,
  personAnswers,
  readStoredAnswers,
  toAnswerName,
} from "@/lib/enrollment/stored-answers";
import { prisma } from "@/lib/platform/database/prisma";
import { type Day, getAge, toDay, toLocalDay } from "@/lib/platform/dates";
import { getPromisedDay, type Settings } from "@/lib/school/settings";

const rowColumns = {
  ...enrollmentAnswers,
  id: true,
  reference: true,
  state: true,
  decidedState: true,
  source: true,
  createdAt: true,
  answerBy: true,
  keepsPlaceAt: true,
  assignedSpecialityId: true,
  assignedSyllabusId: true,
  schoolYear: { select: { year: true } },
  student: {
    select: {
      ...personAnswers,
      guardians: { select: { position: true, guardian: { select: personAnswers } } },
    },
  },
  roundEntries: { select: { points: true, drawn: true }, orderBy: { roundId: "desc" }, take: 1 },
  labels: { select: { label: { select: { name: true } } }, orderBy: { label: { nameKey: "asc" } } },
  decisions: {
    where: { status: { in: ["untold", "told", "nothing_to_tell"] } },
    orderBy: [{ decidedAt: "desc" }, { id: "desc" }],
    take: 1,
    select: {
      toState: true,
      status: true,
      decidedAt: true,
      settledAt: true,
      reason: { select: { code: true, es: true, ca: true, en: true } },
    },
  },
} satisfies Prisma.EnrollmentSelect;

type Row = Prisma.EnrollmentGetPayload<{ select: typeof rowColumns }>;

/** A row of the list and the export. */
export type EnrollmentRow = Awaited<ReturnType<typeof readEnrollmentRows>>[number];

type YearNames = Awaited<ReturnType<typeof getYearStudies>>;

export async function readEnrollmentRows(ids: string[], school: Settings, now: Date) {
  const rows = await prisma().enrollment.findMany({ where: { id: { in: ids } }, select: rowColumns });
  const waiting = rows
    .filter(({ decidedState }) => getState(decidedState).holds === "list")
    .map(({ id }) => id);
  const ranks = waiting.length > 0 ? await readRanks(waiting) : new Map<string, number>();
  const [years, getPrice] = await Promise.all([readYearNames(rows), createPriceLookup()]);
  const today = toLocalDay(school.time_zone, now);
  const enrollmentRows = rows.map((row) => ({
    ...toEnrollmentRow(row, years.get(row.schoolYearId) as YearNames, school, today),
    price: getPrice(row.schoolYearId, getPaidPlace(row)),
  }));
  const byId = new Map(enrollmentRows.map((line) => [line.id, { ...line, rank: ranks.get(line.id) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function readYearNames(rows: Row[]): Promise<Map<number, YearNames>> {
  const ids = [...new Set(rows.map(({ schoolYearId }) => schoolYearId))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await getYearStudies(id)] as const)));
}

function toEnrollmentRow(
  { decisions, roundEntries: [entry], ...row }: Row,
  year: YearNames,
  school: Settings,
  today: Day,
) {
  const findGuardian = (position: number) =>
    row.student.guardians.find((guardianship) => guardianship.position === position)?.guardian;
  const people = { student: row.student, guardian: findGuardian(1), second_guardian: findGuardian(2) };
  const stored = readStoredAnswers(row, people);
  const [decision] = decisions;
  const { birthDate } = row.student;
  const { holds } = getState(row.decidedState);
  const place = {
    speciality: year.specialities.find(({ id }) => id === row.assignedSpecialityId)?.name,
    syllabus: year.syllabi.find(({ id }) => id === row.assignedSyllabusId)?.name,
  };
  return {
    ...row,
    /** By field; names instead of ids of specialities and syllabi. */
    answers: Object.fromEntries(
      fieldRows.map(([field]) => [field, toAnswerName(field, stored[field], year)]),
    ),
    age: birthDate ? getAge(toDay(birthDate), today) : undefined,
    answerBy: getPromisedDay(row, school),
    assignedPlace: holds === "place" ? place : undefined,
    waitingPlace: holds === "list" ? place : undefined,
    points: entry?.points,
    drawn: entry?.drawn,
    /** The last decision, unless it was withdrawn. */
    decision: decision?.toState === row.decidedState ? decision : undefined,
  };
}
