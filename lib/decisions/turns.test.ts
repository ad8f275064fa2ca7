import fc from "fast-check";
import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { WAITING_ORDER } from "@/lib/enrollment/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { firstYearStudent, getDayFromToday, seedRenewalSchool } from "@/test/support/domain/renewal";
import type { Place } from "./place";
import { isCalledBefore, type WaitingPosition } from "./waiting-order";
import { createFreePlaceLookup, createYearPlaces, findNextCalls, takePlace } from "./year-places";

const instant = fc.integer({ min: 0, max: 3 }).map((hours) => new Date(Date.UTC(2026, 4, 1, hours)));
const turn = fc.record<WaitingPosition>({
  id: fc.uuid(),
  turn: fc.option(fc.integer({ min: 1, max: 4 })),
  renewal: fc.integer({ min: 0, max: 2 }),
  gaveUpAt: fc.option(instant, { freq: 2 }),
  createdAt: instant,
});
const turns = fc.uniqueArray(turn, { selector: ({ id }) => id, minLength: 1, maxLength: 12 });

const inOrder = (list: WaitingPosition[]) => [...list].sort((a, b) => (isCalledBefore(a, b) ? -1 : 1));

/** Enrollment columns of a student who renews, one who changes course, and a new one. */
async function aRenewal() {
  const { years, aFamilyWith, openUntil } = await seedRenewalSchool();
  const { references } = await aFamilyWith([firstYearStudent, { ...firstYearStudent, name: "Ona" }]);
  const [renewing, changing] = await prisma().enrollment.findMany({
    where: { reference: { in: references } },
    select: { studentId: true },
  });
  await openUntil(getDayFromToday(2));
  const yearAnswer = { schoolYearId: years.next, answeredAt: new Date() };
  await prisma().goingOn.create({
    data: { ...yearAnswer, studentId: renewing?.studentId as string, answer: "stay" },
  });
  return [renewing, changing, undefined].map((enrollment) => ({
    school_year_id: years.next,
    student_id: enrollment?.studentId ?? null,
  }));
}

test("admission 11, 14: memory and SQL sort those who wait alike: turn, staying, changing, late by sending, given up last", async () => {
  const sorts = await aRenewal();
  const sampled = fc.sample(turns, { numRuns: 30, seed: 7 });
  for (const list of sampled) {
    const rows = await prisma().$queryRaw<{ id: string }[]>`
      select e.id from jsonb_to_recordset(${JSON.stringify(
        list.map(({ id, turn, renewal, gaveUpAt, createdAt }) => ({
          ...sorts[renewal],
          id,
          turn,
          gave_up_at: gaveUpAt,
          created_at: createdAt,
        })),
      )}::jsonb) as e(id uuid, student_id uuid, school_year_id int, turn int, gave_up_at timestamptz, created_at timestamptz) order by ${WAITING_ORDER}`;
    expect(inOrder(list).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  }
  const [round, late, gaveUp] = [
    { id: "c", turn: 900, renewal: 2, gaveUpAt: null, createdAt: new Date(9) },
    { id: "b", turn: null, renewal: 0, gaveUpAt: null, createdAt: new Date(1) },
    { id: "a", turn: 1, renewal: 0, gaveUpAt: new Date(5), createdAt: new Date(0) },
  ];
  expect(inOrder([gaveUp, late, round])).toEqual([round, late, gaveUp]);
  expect(Prisma.sql`${WAITING_ORDER}`.values).toEqual([]);
});

/** Three instruments with a limit each; students wait on the list of their first choice. */
const school = fc.record({
  free: fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 3, maxLength: 3 }),
  people: fc
    .uniqueArray(
      fc.record({
        turn,
        choices: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
      }),
      { selector: ({ turn }) => turn.id, maxLength: 10 },
    )
    .map((people) => people.sort((a, b) => (isCalledBefore(a.turn, b.turn) ? -1 : 1))),
});
type School = typeof school extends fc.Arbitrary<infer Made> ? Made : never;

const toPlace = (specialityId: number) => ({ specialityId, syllabusId: null });
const yearOfSchool = ({ free, people }: School) =>
  createYearPlaces(
    free.map((left, index) => ({ ...toPlace(index), free: left })),
    people.map(({ turn, choices }) => ({
      list: toPlace(choices[0] as number),
      requested: choices.map(toPlace),
      waiting: [turn],
    })),
  );

const newcomer = { id: "new", turn: null, renewal: 2, gaveUpAt: null, createdAt: new Date() } as const;

test("admission 10, 11: in 2000 generated schools no newcomer gets a place that as many wait for as are free", () => {
  fc.assert(
    fc.property(school, fc.integer({ min: 0, max: 2 }), ({ free, people }, specialityId) => {
      const left = createFreePlaceLookup(yearOfSchool({ free, people }), newcomer)(toPlace(specialityId));
      const waiting = people.filter(({ choices }) => choices.includes(specialityId)).length;
      const places = Math.max(free[specialityId] as number, 1);
      expect(left).toEqual({
        free: free[specialityId],
        waiting,
        outOfTurn: waiting >= places,
        inRound: false,
      });
    }),
    { numRuns: 2000 },
  );
});

test("admission 10: a place names the student who waits for its speciality in other studies, unless these are full", () => {
  const [own, others] = [
    { specialityId: 0, syllabusId: 0 },
    { specialityId: 0, syllabusId: 1 },
  ];
  const lookUp = (freeInOthers: number) =>
    createFreePlaceLookup(
      createYearPlaces(
        [
          { ...toPlace(0), free: 1 },
          { specialityId: null, syllabusId: 1, free: freeInOthers },
        ],
        [{ list: toPlace(1), requested: [toPlace(1), others], waiting: [{ ...newcomer, id: "waits" }] }],
      ),
      newcomer,
    )(own);
  expect(lookUp(1)).toMatchObject({ free: 1, waiting: 1, outOfTurn: true });
  expect(lookUp(0)).toMatchObject({ free: 1, waiting: 0, outOfTurn: false });
});

test("admission 11: a call in the order of turns is never out of turn; any other always is", () => {
  fc.assert(
    fc.property(school, fc.integer({ min: 0, max: 2 }), (made, specialityId) => {
      const year = yearOfSchool(made);
      for (let free = made.free[specialityId] as number; free > 0; free--) {
        const waiting = made.people.filter(
          ({ turn, choices }) =>
            choices.includes(specialityId) &&
            year.groups.some((group) => group.waiting.some(({ id }) => id === turn.id)),
        );
        const outOfTurn = waiting.map(
          ({ turn }) => createFreePlaceLookup(year, turn)(toPlace(specialityId)).outOfTurn,
        );
        expect(outOfTurn.map((isOutOfTurn, index) => isOutOfTurn || index < free)).toEqual(
          waiting.map(() => true),
        );
        expect(outOfTurn[0] ?? false).toBe(false);
        if (waiting[0]) takePlace(year, waiting[0].turn, toPlace(specialityId));
      }
    }),
    { numRuns: 1000 },
  );
});

const id = fc.option(fc.integer({ min: 0, max: 1 }));
const place = fc
  .record({ specialityId: id, syllabusId: id })
  .filter(({ specialityId, syllabusId }) => specialityId !== null || syllabusId !== null);
const distinct = { selector: ({ specialityId, syllabusId }: Place) => `${specialityId}/${syllabusId}` };

/** Limits of specialities, syllabi and pairs; some students wait, and some get places one by one. */
const schoolWithMoves = fc.record({
  limits: fc
    .uniqueArray(place, { ...distinct, minLength: 2, maxLength: 5 })
    .chain((places) =>
      fc.tuple(
        ...places.map((limitedPlace) =>
          fc.integer({ min: 0, max: 3 }).map((free) => ({ ...limitedPlace, free })),
        ),
      ),
    ),
  lines: fc.array(fc.record({ list: place, choices: fc.uniqueArray(place, { ...distinct, maxLength: 3 }) }), {
    maxLength: 5,
  }),
  given: fc.array(fc.record({ to: fc.integer({ min: 0, max: 7 }), place }), { minLength: 1, maxLength: 4 }),
});

test("admission 10: in 1000 generated years the state computed before decisions equals the one afterwards", () => {
  fc.assert(
    fc.property(schoolWithMoves, fc.array(place, { minLength: 1, maxLength: 8 }), (school, places) => {
      const createTurn = (index: number) => ({ ...newcomer, id: String(index), createdAt: new Date(index) });
      const rows = school.lines.map(({ list, choices }, index) => ({
        list,
        requested: [list, ...choices],
        waiting: [createTurn(index)],
      }));
      const year = createYearPlaces(school.limits, rows);
      const listFreePlaces = (of: typeof year) =>
        places.map((one) => createFreePlaceLookup(of, newcomer)(one));
      for (const { to, place } of school.given) {
        listFreePlaces(year);
        takePlace(year, createTurn(to), place);
        expect(listFreePlaces(year)).toEqual(listFreePlaces(createYearPlaces(year.limits, year.groups)));
      }
    }),
    { numRuns: 1000 },
  );
});

test("admission 13: in 1000 generated schools as many are called as places are free, in order, each for the first choice with room", () => {
  fc.assert(
    fc.property(school, fc.func(fc.boolean()), (made, isApart) => {
      const apart = new Set(made.people.filter(({ turn }) => isApart(turn.id)).map(({ turn }) => turn.id));
      // The same rule, simply: a student who cannot be called keeps a place from later ones.
      const free = made.free.map((places) => Math.max(places, 0));
      const expected: [string, number][] = [];
      const assignedCounts = [0, 0, 0];
      const fullLists = new Set<number | undefined>(); // students do not pass each other on their own list
      for (const { turn, choices } of made.people) {
        const open = (choice: number) => (free[choice] as number) - (assignedCounts[choice] as number) > 0;
        const choice = apart.has(turn.id)
          ? undefined
          : choices.find(
              (candidate) => open(candidate) && !(candidate === choices[0] && fullLists.has(candidate)),
            );
        if (choice === undefined) {
          for (const choice of choices) assignedCounts[choice] = (assignedCounts[choice] as number) + 1;
          fullLists.add(choices[0]);
          continue;
        }
        free[choice] = (free[choice] as number) - 1;
        expected.push([turn.id, choice]);
      }
      const calls = findNextCalls(yearOfSchool(made), (id) => apart.has(id));
      expect(calls.map(({ id, place }) => [id, place.specialityId])).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
