import fc from "fast-check";
import { expect, test } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { WAITING_ORDER } from "@/lib/enrollment/sql";
import { prisma } from "@/lib/platform/database/prisma";
import { firstYearStudent, getDayFromToday, seedRenewalSchool } from "@/test/support/domain/renewal";
import type { Place } from "./place";
import { isCalledBefore, type WaitingPosition } from "./waiting-order";
import { createFreePlaceLookup, createYearPlaces, findNextCalls, takePlace } from "./year-places";

const moment = fc.integer({ min: 0, max: 3 }).map((hours) => new Date(Date.UTC(2026, 4, 1, hours)));
const turn = fc.record<WaitingPosition>({
  id: fc.uuid(),
  turn: fc.option(fc.integer({ min: 1, max: 4 })),
  renewal: fc.integer({ min: 0, max: 2 }),
  gaveUpAt: fc.option(moment, { freq: 2 }),
  createdAt: moment,
});
const turns = fc.uniqueArray(turn, { selector: ({ id }) => id, minLength: 1, maxLength: 12 });

const inOrder = (list: WaitingPosition[]) =>
  [...list].sort((one, other) => (isCalledBefore(one, other) ? -1 : 1));

/** A year with a renewal, and who stays in it, changes in it, and is new, as the columns of an enrollment. */
async function aRenewal() {
  const { years, aFamilyWith, openUntil } = await seedRenewalSchool();
  const { references } = await aFamilyWith([firstYearStudent, { ...firstYearStudent, name: "Ona" }]);
  const [stays, changes] = await prisma().enrollment.findMany({
    where: { reference: { in: references } },
    select: { studentId: true },
  });
  await openUntil(getDayFromToday(2));
  const of = { schoolYearId: years.next, answeredAt: new Date() };
  await prisma().goingOn.create({ data: { ...of, studentId: stays?.studentId as string, answer: "stay" } });
  return [stays, changes, undefined].map((one) => ({
    school_year_id: years.next,
    student_id: one?.studentId ?? null,
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

/** Three instruments, each with its limit; whoever waits is on the list of their first wish. */
const school = fc.record({
  free: fc.array(fc.integer({ min: -1, max: 5 }), { minLength: 3, maxLength: 3 }),
  people: fc
    .uniqueArray(
      fc.record({
        turn,
        wishes: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 3 }),
      }),
      { selector: ({ turn }) => turn.id, maxLength: 10 },
    )
    .map((people) => people.sort((one, other) => (isCalledBefore(one.turn, other.turn) ? -1 : 1))),
});
type School = typeof school extends fc.Arbitrary<infer Made> ? Made : never;

const of = (specialityId: number) => ({ specialityId, syllabusId: null });
const yearOfSchool = ({ free, people }: School) =>
  createYearPlaces(
    free.map((left, at) => ({ ...of(at), free: left })),
    people.map(({ turn, wishes }) => ({
      list: of(wishes[0] as number),
      requested: wishes.map(of),
      waiting: [turn],
    })),
  );

const newcomer = { id: "new", turn: null, renewal: 2, gaveUpAt: null, createdAt: new Date() } as const;

test("admission 10, 11: in 2000 generated schools no newcomer gets a place that as many wait for as are free", () => {
  fc.assert(
    fc.property(school, fc.integer({ min: 0, max: 2 }), ({ free, people }, wanted) => {
      const left = createFreePlaceLookup(yearOfSchool({ free, people }), newcomer)(of(wanted));
      const waiting = people.filter(({ wishes }) => wishes.includes(wanted)).length;
      const places = Math.max(free[wanted] as number, 1);
      expect(left).toEqual({ free: free[wanted], waiting, outOfTurn: waiting >= places, inRound: false });
    }),
    { numRuns: 2000 },
  );
});

test("admission 11: a call in the order of turns is never out of turn; any other always is", () => {
  fc.assert(
    fc.property(school, fc.integer({ min: 0, max: 2 }), (made, wanted) => {
      const year = yearOfSchool(made);
      for (let free = made.free[wanted] as number; free > 0; free--) {
        const waiting = made.people.filter(
          ({ turn, wishes }) =>
            wishes.includes(wanted) &&
            year.groups.some((line) => line.waiting.some(({ id }) => id === turn.id)),
        );
        const outOfTurn = waiting.map(({ turn }) => createFreePlaceLookup(year, turn)(of(wanted)).outOfTurn);
        expect(outOfTurn.map((out, at) => out || at < free)).toEqual(waiting.map(() => true));
        expect(outOfTurn[0] ?? false).toBe(false);
        if (waiting[0]) takePlace(year, waiting[0].turn, of(wanted));
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

/** Limits of specialities, syllabi and both; some wait, and some are given places one after the other. */
const moving = fc.record({
  limits: fc
    .uniqueArray(place, { ...distinct, minLength: 2, maxLength: 5 })
    .chain((places) =>
      fc.tuple(...places.map((one) => fc.integer({ min: 0, max: 3 }).map((free) => ({ ...one, free })))),
    ),
  lines: fc.array(fc.record({ list: place, wishes: fc.uniqueArray(place, { ...distinct, maxLength: 3 }) }), {
    maxLength: 5,
  }),
  given: fc.array(fc.record({ to: fc.integer({ min: 0, max: 7 }), place }), { minLength: 1, maxLength: 4 }),
});

test("admission 10: in 1000 generated years the state computed before decisions equals the one afterwards", () => {
  fc.assert(
    fc.property(moving, fc.array(place, { minLength: 1, maxLength: 8 }), (made, places) => {
      const turnOf = (at: number) => ({ ...newcomer, id: String(at), createdAt: new Date(at) });
      const lines = made.lines.map(({ list, wishes }, at) => ({
        list,
        requested: [list, ...wishes],
        waiting: [turnOf(at)],
      }));
      const year = createYearPlaces(made.limits, lines);
      const found = (of: typeof year) => places.map((one) => createFreePlaceLookup(of, newcomer)(one));
      for (const { to, place } of made.given) {
        found(year);
        takePlace(year, turnOf(to), place);
        expect(found(year)).toEqual(found(createYearPlaces(year.limits, year.groups)));
      }
    }),
    { numRuns: 1000 },
  );
});

test("admission 13: in 1000 generated schools as many are called as places are free, in order, each for the first choice with room", () => {
  fc.assert(
    fc.property(school, fc.func(fc.boolean()), (made, isApart) => {
      const apart = new Set(made.people.filter(({ turn }) => isApart(turn.id)).map(({ turn }) => turn.id));
      // The plain rule beside it: whoever cannot be called keeps a place of theirs from those behind them.
      const free = made.free.map((places) => Math.max(places, 0));
      const expected: [string, number][] = [];
      const kept = [0, 0, 0];
      const stuck = new Set<number | undefined>(); // on their own list nobody passes anybody
      for (const { turn, wishes } of made.people) {
        const open = (wish: number) => (free[wish] as number) - (kept[wish] as number) > 0;
        const wish = apart.has(turn.id)
          ? undefined
          : wishes.find((one) => open(one) && !(one === wishes[0] && stuck.has(one)));
        if (wish === undefined) {
          for (const one of wishes) kept[one] = (kept[one] as number) + 1;
          stuck.add(wishes[0]);
          continue;
        }
        free[wish] = (free[wish] as number) - 1;
        expected.push([turn.id, wish]);
      }
      const calls = findNextCalls(yearOfSchool(made), (id) => apart.has(id));
      expect(calls.map(({ id, place }) => [id, place.specialityId])).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
