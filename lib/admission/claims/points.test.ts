import { expect, test } from "vitest";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { freezeRound } from "@/lib/admission/draw/verbs";
import {
  createAgeCriterion,
  createAskedBeforeCriterion,
  defaultCriteria,
} from "@/lib/admission/plan/criteria";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { listRounds } from "@/lib/admission/queries";
import { findRound, type Round } from "@/lib/admission/round";
import { setLimits } from "@/lib/decisions/places/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { toDate } from "@/lib/platform/dates";
import { aMinor } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
  setState,
} from "@/test/support/domain/decisions";
import { findCountedCriteria } from "./queries";

const CODE = "2026-contado";
const head = createStaffActor("head");

type Before = [yearsFromNow: number, state: EnrollmentState];

/** How a sibling is related: through which guardian, and who is kept apart. */
type Tie =
  | "first of both"
  | `${"their" | "own"} second, ${"unconfirmed" | "confirmed" | "denied"}`
  | "second of both, confirmed"
  | "kept apart from them"
  | "kept apart";

/** A candidate with the applications of other years; without a birth date unless `born` is set. */
type Person = {
  born?: [yearsBefore: number, day: string];
  applications?: Before[];
  family?: [tie: Tie, ...Before][];
};

/** First days of earlier school years by the number of years before the round's, which begins on 7 September. */
const begins = { 2: "09-09", 3: "09-04", 4: "09-10" };

const planCriteria = [
  { ...createAskedBeforeCriterion(1), code: "last" },
  { ...createAskedBeforeCriterion(2), code: "two" },
  { ...createAskedBeforeCriterion(3), code: "three" },
  { ...createAskedBeforeCriterion(null), code: "ever" },
  { ...createAgeCriterion(null, 8), code: "to8" },
  { ...createAgeCriterion(6, null), code: "from6" },
  { ...createAgeCriterion(6, 8), code: "6to8" },
  { ...createAgeCriterion(8, 8), code: "is8" },
  ...defaultCriteria.filter(({ source }) => source === "counted"),
];

/** Expected criteria of each candidate, by hand. */
const table: Record<string, [Person, has: string]> = {
  "asked for nothing before": [{}, ""],
  "rejected last year": [{ applications: [[-1, "rejected"]] }, "last two three ever"],
  "waiting last year": [{ applications: [[-1, "waiting"]] }, "last two three ever"],
  "rejected two years ago, which began later": [{ applications: [[-2, "rejected"]] }, "two three ever"],
  "waiting three years ago, which began earlier": [{ applications: [[-3, "waiting"]] }, "three ever"],
  "rejected four years ago": [{ applications: [[-4, "rejected"]] }, "ever"],
  "rejected three years ago and last year": [
    {
      applications: [
        [-3, "rejected"],
        [-1, "rejected"],
      ],
    },
    "last two three ever",
  ],
  "rejected two years ago, and had a place since": [
    {
      applications: [
        [-2, "rejected"],
        [-1, "accepted"],
      ],
    },
    "two three ever last_year",
  ],
  "rejected for the year after": [{ applications: [[1, "rejected"]] }, ""],
  "pending last year": [{ applications: [[-1, "pending"]] }, ""],
  "withdrawn last year": [{ applications: [[-1, "withdrawn"]] }, ""],

  "a place last year": [{ applications: [[-1, "accepted"]] }, "last_year"],
  "a place two years ago": [{ applications: [[-2, "accepted"]] }, ""],
  "a place the year after": [{ applications: [[1, "accepted"]] }, ""],

  "six on the day after": [{ born: [6, "09-08"] }, "to8"],
  "six on that day": [{ born: [6, "09-07"] }, "to8 from6 6to8"],
  "seven since spring": [{ born: [7, "04-02"] }, "to8 from6 6to8"],
  "eight since that day": [{ born: [8, "09-07"] }, "to8 from6 6to8 is8"],
  "nine on the day after": [{ born: [9, "09-08"] }, "to8 from6 6to8 is8"],
  "nine on that day": [{ born: [9, "09-07"] }, "from6"],
  "of age": [{ born: [40, "03-01"] }, "from6"],
  "born after that day": [{ born: [0, "10-01"] }, "to8"],

  "a brother has a place": [{ family: [["first of both", 0, "accepted"]] }, "sibling"],
  "a brother had one last year": [{ family: [["first of both", -1, "accepted"]] }, "sibling"],
  "a brother had one two years ago": [{ family: [["first of both", -2, "accepted"]] }, ""],
  "a brother has one the year after": [{ family: [["first of both", 1, "accepted"]] }, ""],
  "a brother waits": [{ family: [["first of both", 0, "waiting"]] }, ""],
  "a brother is pending": [{ family: [["first of both", 0, "pending"]] }, ""],
  "a brother was rejected last year": [{ family: [["first of both", -1, "rejected"]] }, ""],
  "a brother withdrew": [{ family: [["first of both", 0, "withdrawn"]] }, ""],
  "one brother waits, another has a place": [
    {
      family: [
        ["first of both", 0, "waiting"],
        ["first of both", -1, "accepted"],
      ],
    },
    "sibling",
  ],
  "a child whose second guardian is ours": [
    { family: [["their second, confirmed", 0, "accepted"]] },
    "sibling",
  ],
  "a child whose guardian is our second": [{ family: [["own second, confirmed", 0, "accepted"]] }, "sibling"],
  "a child whose second guardian is our second": [
    { family: [["second of both, confirmed", 0, "accepted"]] },
    "sibling",
  ],
  "a child whose second guardian is ours, by our word alone": [
    { family: [["their second, unconfirmed", 0, "accepted"]] },
    "",
  ],
  "a child whose guardian was named as our second": [
    { family: [["own second, unconfirmed", 0, "accepted"]] },
    "",
  ],
  "a child whose second guardian denies it": [{ family: [["their second, denied", 0, "accepted"]] }, ""],
  "a child whose guardian denies to be our second": [{ family: [["own second, denied", 0, "accepted"]] }, ""],
  "a child of our second waits": [{ family: [["own second, confirmed", 0, "waiting"]] }, ""],
  "kept apart from a brother": [{ family: [["kept apart from them", 0, "accepted"]] }, "sibling"],
  "kept apart, with a brother": [{ family: [["kept apart", 0, "accepted"]] }, "sibling"],
};

const expected = Object.fromEntries(
  Object.entries(table).map(([name, [, expectedCodes]]) => [name, expectedCodes]),
);

const ids = new Map<string, string>();

async function beginYear(before: number, day: string) {
  const startYear = first - before;
  await prisma().schoolYear.create({
    data: {
      id: year.year - before,
      year: `${startYear}/${startYear + 1}`,
      startEnrollment: toDate(`${startYear}-05-04`),
      startSchoolYear: toDate(`${startYear}-${day}`),
      endSchoolYear: toDate(`${startYear + 1}-06-30`),
    },
    select: { id: true },
  });
}

/** Moves an enrollment to another year, and to a student, with its final state. */
async function apply(reference: string, [from, state]: Before, studentId?: string) {
  const data = { schoolYearId: year.year + from, ...(studentId && { studentId }) };
  await prisma().enrollment.update({ where: { reference }, data, select: { id: true } });
  await setState(reference, state);
}

async function addBrother(studentId: string, tie: Tie, before: Before) {
  const reference = await createEnrollment(aMinor({ guardians: 2 }));
  await apply(reference, before);
  const { studentId: brother } = await readStatus(reference);
  const ofBoth = { studentId, position: /^(own second|second of both)/.test(tie) ? 2 : 1 };
  const now = new Date();
  const answer = {
    ...(tie.endsWith(" confirmed") && { confirmedAt: now }),
    ...(tie.endsWith(" denied") && { confirmedAt: now, deniedAt: now }),
  };
  const { guardianId } = await prisma().guardianship.findUniqueOrThrow({
    where: { studentId_position: ofBoth },
  });
  await prisma().guardianship.update({
    where: {
      studentId_position: {
        studentId: brother,
        position: /^(their second|second of both)/.test(tie) ? 2 : 1,
      },
    },
    data: { guardianId, keptApart: tie === "kept apart from them", ...answer },
  });
  await prisma().guardianship.update({ where: { studentId_position: ofBoth }, data: answer });
  if (tie === "kept apart")
    await prisma().guardianship.update({ where: { studentId_position: ofBoth }, data: { keptApart: true } });
}

const round = async () => (await findRound(CODE)) as Round;
const shown = async () => ({ code: CODE, version: (await round()).version });
const year = await getCurrentYear();
const { startSchoolYear } = await prisma().schoolYear.findUniqueOrThrow({ where: { id: year.year } });
const first = startSchoolYear.getUTCFullYear();
for (const [before, day] of Object.entries(begins)) await beginYear(Number(before), day);
const limit = { specialityId: year.piano, syllabusId: null, places: 1 };
await setLimits({ schoolYearId: year.year, limits: [limit] }, head);
for (const [name, [person]] of Object.entries(table)) {
  const reference = await createEnrollment(aMinor({ student_speciality_option1: year.piano, guardians: 2 }));
  const { id, studentId } = await readStatus(reference);
  ids.set(name, id);
  const [yearsBefore, day] = person.born ?? [];
  await prisma().person.update({
    where: { id: studentId },
    data: { birthDate: day ? toDate(`${first - Number(yearsBefore)}-${day}`) : null },
    select: { id: true },
  });
  for (const before of person.applications ?? [])
    await apply(await createEnrollment(aMinor()), before, studentId);
  for (const [tie, ...before] of person.family ?? []) await addBrother(studentId, tie, before);
}
await planRound({ round: CODE, year: year.year, name: "Mayo", criteria: planCriteria }, head);
await openRound(await shown(), head);

test("admission 2: a family sees its counted criteria while claims are open", async () => {
  const { criteria } = await round();
  const counted: Record<string, string> = {};
  for (const [name, id] of ids)
    counted[name] = (await findCountedCriteria(prisma(), criteria, id)).map(({ code }) => code).join(" ");
  expect(counted).toEqual(expected);
});

test("admission 2: the criteria are public, with their years in words", async () => {
  const [shown] = await listRounds(year.year);
  expect(shown?.criteria.find(({ code }) => code === "6to8")).toEqual({
    code: "6to8",
    name: {
      es: "Tiene de 6 a 8 años el día en que empieza el curso",
      ca: "Té de 6 a 8 anys el dia que comença el curs",
      en: "Is 6 to 8 years old on the day on which the school year begins",
    },
    points: 1,
    group: null,
    claimed: false,
  });
  expect(shown?.criteria.slice(0, 6).map(({ name }) => name.en)).toEqual([
    "Asked last year and got no place",
    "Asked in one of the last 2 years and got no place",
    "Asked in one of the last 3 years and got no place",
    "Asked in another year and got no place",
    "Is 8 or younger on the day on which the school year begins",
    "Is 6 or older on the day on which the school year begins",
  ]);
});

test("admission 2: the list is frozen with the same criteria and their points", async () => {
  await freezeRound(await shown(), head);
  const entries = await prisma().roundEntry.findMany({ where: { enrollmentId: { in: [...ids.values()] } } });
  const frozen = Object.fromEntries(
    [...ids].map(([name, id]) => {
      const merits = entries.find(({ enrollmentId }) => enrollmentId === id)?.merits as [string, number][];
      return [name, merits];
    }),
  );
  const pointsByCode = new Map<string, number>(planCriteria.map(({ code, points }) => [code, points]));
  expect(frozen).toEqual(
    Object.fromEntries(
      Object.entries(expected).map(([name, codes]) => [
        name,
        codes
          .split(" ")
          .filter(Boolean)
          .map((code) => [code, pointsByCode.get(code)]),
      ]),
    ),
  );
});

test("admission 2: the record shows the criteria of a planned round with their years", async () => {
  const { values } = await prisma().auditEntry.findFirstOrThrow({
    where: { action: "round_planned" },
    select: { values: { where: { name: "criteria" }, select: { old: true, new: true } } },
  });
  expect(values).toEqual([
    {
      old: null,
      new: "last 1 (1) · two 1 (2) · three 1 (3) · ever 1 · to8 1 (–8) · from6 1 (6–) · 6to8 1 (6–8) · is8 1 (8–8) · sibling 2 · last_year 3",
    },
  ]);
});

test.each([
  ["an age without a bound", createAgeCriterion(null, null)],
  ["an age whose bounds change places", createAgeCriterion(8, 6)],
  ["an age from no year on", createAgeCriterion(0, 6)],
  ["years of what has none", { ...defaultCriteria[0], years: 1 }],
  ["an age of who asked in vain", { ...createAskedBeforeCriterion(1), fromYears: 1 }],
])("admission 2: no round is planned with %s", async (_, criterion) => {
  const plan = { round: "2026-sin", year: year.year, name: "Mayo", criteria: [criterion] };
  await expect(planRound(plan, head)).rejects.toThrow(/criteria\.0\.(fromY|y)ears: invalid/);
});
