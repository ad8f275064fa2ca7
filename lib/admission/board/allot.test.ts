import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { publishPoints, sortByDraw } from "@/lib/admission/draw-order";
import { isCoveredBy as covers, type Place } from "@/lib/decisions/place";
import { allot } from "./allot";

type Award = ReturnType<typeof allot>[number];
type Candidate = Parameters<typeof allot>[0][number];
type Move = NonNullable<Parameters<typeof allot>[2]>[number];
type RoundLimit = Parameters<typeof allot>[1][number];

const id = fc.option(fc.integer({ min: 0, max: 3 }), { nil: null });
const place: fc.Arbitrary<Place> = fc
  .record({ specialityId: id, syllabusId: id })
  .filter(({ specialityId, syllabusId }) => specialityId !== null || syllabusId !== null);
const choiceLists = fc.uniqueArray(place, {
  maxLength: 4,
  selector: ({ specialityId, syllabusId }) => `${specialityId}/${syllabusId}`,
});

const school = fc.record({
  limits: fc
    .uniqueArray(place, {
      minLength: 1,
      maxLength: 6,
      selector: ({ specialityId, syllabusId }) => `${specialityId}/${syllabusId}`,
    })
    .chain((places) =>
      fc.tuple(
        ...places.map((limitedPlace) =>
          fc.integer({ min: 0, max: 4 }).map((free) => ({ ...limitedPlace, free })),
        ),
      ),
    ),
  people: fc
    .array(
      fc.record({ choices: choiceLists, isExcluded: fc.boolean(), points: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 25,
      },
    )
    .map((people) =>
      people.map((person, index) => ({
        ...person,
        isExcluded: person.isExcluded && index % 5 === 0,
        reference: `R${index}`,
      })),
    ),
});
type School = typeof school extends fc.Arbitrary<infer Made> ? Made : never;

/** Manual moves of candidates, by position. */
const moves = fc.array(fc.record({ person: fc.nat({ max: 24 }), to: fc.option(place, { nil: null }) }), {
  maxLength: 3,
});
const movesAmong = (
  people: School["people"],
  requested: typeof moves extends fc.Arbitrary<infer Made> ? Made : never,
) =>
  requested.flatMap(({ person, to }): Move[] => {
    const reference = people[person]?.reference;
    return reference && !people[person]?.isExcluded ? [{ reference, to }] : [];
  });
const forEachSchool = (check: (school: School, moves: Move[]) => void) =>
  fc.assert(
    fc.property(school, moves, (made, requested) => check(made, movesAmong(made.people, requested))),
    { numRuns: 1500 },
  );

const isIn = (limit: Place, award: Award) => award.place !== null && covers(limit, award.place);
const countAwards = (limit: Place, awards: Award[]) => awards.filter((award) => isIn(limit, award)).length;
const hasRoom = (choice: Place, limits: RoundLimit[], awards: Award[]) => {
  const covering = limits.filter((limit) => covers(limit, choice));
  return covering.length > 0 && covering.every((limit) => countAwards(limit, awards) < limit.free);
};
/** The index of the assigned place among the choices: lower is better. */
const getChoiceIndex = (choices: Place[], { place }: Award) => {
  const index = choices.findIndex((choice) => JSON.stringify(choice) === JSON.stringify(place));
  return index === -1 ? choices.length : index;
};

test("admission 5, 8: in 1500 generated schools no limit is exceeded, each place was requested, and withdrawn candidates get none", () => {
  forEachSchool(({ limits, people }) => {
    const awards = allot(people, limits);
    expect(awards.map(({ reference }) => reference)).toEqual(people.map(({ reference }) => reference));
    for (const limit of limits) expect(countAwards(limit, awards)).toBeLessThanOrEqual(limit.free);
    for (const [index, { place, choice }] of awards.entries()) {
      const { isExcluded, choices } = people[index] as School["people"][number];
      if (isExcluded) expect(place).toBeNull();
      if (place) expect(choices[(choice as number) - 1]).toEqual(place);
    }
  });
});

test("admission 8: in 1500 generated schools no later candidate gets a place that an earlier one preferred, except by a manual move", () => {
  forEachSchool(({ limits, people }, moves) => {
    const awards = allot(people, limits, moves);
    for (const [index, award] of awards.entries()) {
      const { isExcluded, choices } = people[index] as School["people"][number];
      const earlier = isExcluded || award.moved ? [] : choices.slice(0, getChoiceIndex(choices, award));
      const after = awards.slice(index + 1).filter(({ moved }) => !moved);
      const laterPlaces = after.map(({ place }) => JSON.stringify(place));
      for (const choice of earlier) expect(laterPlaces).not.toContain(JSON.stringify(choice));
    }
  });
});

test("admission 8: in 1500 generated schools no choice of a candidate without a place still has room, except by a manual move", () => {
  forEachSchool(({ limits, people }, moves) => {
    const awards = allot(people, limits, moves);
    for (const [index, { place, moved }] of awards.entries()) {
      const { isExcluded, choices } = people[index] as School["people"][number];
      if (!place && !isExcluded && !moved)
        for (const choice of choices) expect(hasRoom(choice, limits, awards)).toBe(false);
    }
  });
});

test("admission 8: in 1500 generated schools stating the true preferences never harms a candidate", () => {
  fc.assert(
    fc.property(school, fc.nat(), choiceLists, ({ limits, people }, number, falseChoices) => {
      fc.pre(people.length > 0);
      const index = number % people.length;
      const person = { ...(people[index] as School["people"][number]), isExcluded: false };
      const honest = people.with(index, person);
      const lying = people.with(index, { ...person, choices: falseChoices });
      const [honestAward, falseAward] = [honest, lying].map((all) => allot(all, limits)[index] as Award);
      expect(getChoiceIndex(person.choices, honestAward as Award)).toBeLessThanOrEqual(
        getChoiceIndex(person.choices, falseAward as Award),
      );
    }),
    { numRuns: 1500 },
  );
});

test("admission 5, 8: in 1500 generated schools a moved candidate has the given place even when full, and equal input gives an equal list", () => {
  forEachSchool(({ limits, people }, moves) => {
    const awards = allot(people, limits, moves);
    const last = new Map(moves.map((move) => [move.reference, move.to]));
    for (const award of awards) {
      expect(award.moved).toBe(last.has(award.reference));
      if (award.moved) expect(award.place).toEqual(last.get(award.reference));
    }
    for (const limit of limits) {
      const byHand = awards.filter((award) => award.moved && isIn(limit, award)).length;
      expect(countAwards(limit, awards)).toBeLessThanOrEqual(Math.max(limit.free, byHand));
    }
    expect(allot(people, limits, moves)).toEqual(awards);
  });
});

test("admission 5: each candidate without a place has a rank on the list of the first choice, from one", () => {
  forEachSchool(({ limits, people }) => {
    const awards = allot(people, limits);
    const lists = new Map<string, number[]>();
    for (const [index, { place, rank }] of awards.entries()) {
      const { isExcluded, choices } = people[index] as School["people"][number];
      const first = choices.find((choice) => limits.some((limit) => covers(limit, choice)));
      if (place || isExcluded || !first) expect(rank).toBeNull();
      else lists.set(JSON.stringify(first), [...(lists.get(JSON.stringify(first)) ?? []), rank as number]);
    }
    for (const ranks of lists.values()) expect(ranks).toEqual(ranks.map((_, index) => index + 1));
  });
});

const publishedPoints = "totals" as const;

test("admission 8: in 300 generated lists neither the time of sending nor an upheld objection changes a number or the order of two others", async () => {
  const row = fc.record({
    total: fc.integer({ min: 0, max: 3 }),
    shares: fc.constantFrom("", "", "1", "2"),
  });
  const list = fc
    .array(row, { minLength: 1, maxLength: 20 })
    .map((rows) =>
      rows.map((one, index) => ({ ...one, position: index + 1, reference: `K${index * 7919}` })),
    );
  const method = fc.constantFrom("numbers" as const, "start" as const);
  await fc.assert(
    fc.asyncProperty(
      list,
      method,
      fc.nat(),
      fc.nat({ max: 999 }),
      async (rows, method, number, drawNumber) => {
        const draw = {
          code: "2027-mayo",
          number: String(drawNumber).padStart(3, "0"),
          method,
          publishedPoints,
        };
        const order = await sortByDraw(rows, draw);
        const ranked = await sortByDraw(publishPoints(rows, "ranks"), { ...draw, publishedPoints: "ranks" });
        expect(ranked.map(({ position }) => position)).toEqual(order.map(({ position }) => position));
        const shuffled = rows.toSorted((a, b) => (a.reference < b.reference ? 1 : -1));
        expect(await sortByDraw(shuffled, draw)).toEqual(order);
        const index = number % rows.length;
        const removedRow = rows[index] as (typeof rows)[number];
        const corrected = rows.with(index, { ...removedRow, total: removedRow.total + 1 });
        const after = await sortByDraw(corrected, draw);
        const numbers = (of: typeof order) =>
          Object.fromEntries(of.map(({ reference, drawn }) => [reference, drawn]));
        expect(numbers(after)).toEqual(numbers(order));
        const others = (of: typeof order) => of.filter(({ reference }) => reference !== removedRow.reference);
        expect(others(after)).toEqual(others(order));
      },
    ),
    { numRuns: 300 },
  );
});

test("admission 4: numbers are the SHA-256 of code, number and reference, ascending; a start number begins at N mod n + 1", async () => {
  const rows = ["C", "A", "B"].map((reference, index) => ({
    position: index + 1,
    reference,
    total: 0,
    shares: "",
  }));
  const sorted = await sortByDraw(rows, {
    code: "2027-mayo",
    number: "007",
    method: "numbers",
    publishedPoints,
  });
  const hashes = ["A", "B", "C"]
    .map((reference) => [createHash("sha256").update(`2027-mayo:007:${reference}`).digest("hex"), reference])
    .sort();
  expect(sorted.map(({ drawn, reference }) => [drawn, reference])).toEqual(hashes);
  const from = await sortByDraw(rows, { code: "x", number: "0005", method: "start", publishedPoints });
  expect(from.map(({ position }) => position)).toEqual([3, 1, 2]); // 5 mod 3 + 1 = 3
});

test("admission 5: siblings share the better number, but not their points", async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    position: index + 1,
    reference: `R${index}`,
    total: index === 3 ? 5 : 0,
    shares: [3, 17, 21].includes(index) ? "1" : "",
  }));
  const draw = { code: "c", number: "1", method: "numbers" as const, publishedPoints };
  const order = (await sortByDraw(rows, draw)).map(({ reference }) => reference);
  expect(order[0]).toBe("R3");
  const withoutSharing = (
    await sortByDraw(
      rows.map((row) => ({ ...row, shares: "" })),
      draw,
    )
  ).map(({ reference }) => reference);
  const best = Math.min(...["R17", "R21"].map((one) => withoutSharing.indexOf(one)), withoutSharing.length);
  const [firstIndex, secondIndex] = ["R17", "R21"]
    .map((reference) => order.indexOf(reference))
    .sort((a, b) => a - b);
  expect(secondIndex).toBe((firstIndex as number) + 1); // adjacent, not after the position of the better one
  expect(firstIndex).toBeLessThanOrEqual(best);
});

test("admission 8: with 3,000 candidates and 60 limits each candidate is read once", () => {
  const people: Candidate[] = Array.from({ length: 3000 }, (_, index) => ({
    reference: `R${index}`,
    choices: [0, 1, 2].map((nth) => ({ specialityId: (index * 7 + nth * 11) % 60, syllabusId: index % 6 })),
  }));
  const limits = Array.from({ length: 60 }, (_, index) => ({
    specialityId: index,
    syllabusId: null,
    free: 20,
  }));
  const awards = allot(people, limits);
  expect(awards.filter(({ place }) => place)).toHaveLength(1200);
});
