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
const wishes = fc.uniqueArray(place, {
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
      fc.tuple(...places.map((one) => fc.integer({ min: 0, max: 4 }).map((free) => ({ ...one, free })))),
    ),
  people: fc
    .array(fc.record({ choices: wishes, gone: fc.boolean(), points: fc.integer({ min: 0, max: 3 }) }), {
      maxLength: 25,
    })
    .map((people) =>
      people.map((one, at) => ({ ...one, gone: one.gone && at % 5 === 0, reference: `R${at}` })),
    ),
});
type School = typeof school extends fc.Arbitrary<infer Made> ? Made : never;

/** Entries that the head has moved, by position. */
const moves = fc.array(fc.record({ who: fc.nat({ max: 24 }), to: fc.option(place, { nil: null }) }), {
  maxLength: 3,
});
const movesAmong = (
  people: School["people"],
  requested: typeof moves extends fc.Arbitrary<infer Made> ? Made : never,
) =>
  requested.flatMap(({ who, to }): Move[] => {
    const reference = people[who]?.reference;
    return reference && !people[who]?.gone ? [{ reference, to }] : [];
  });
const forEachSchool = (check: (school: School, moves: Move[]) => void) =>
  fc.assert(
    fc.property(school, moves, (made, requested) => check(made, movesAmong(made.people, requested))),
    { numRuns: 1500 },
  );

const isIn = (limit: Place, award: Award) => award.place !== null && covers(limit, award.place);
const taken = (limit: Place, awards: Award[]) => awards.filter((award) => isIn(limit, award)).length;
const fits = (wish: Place, limits: RoundLimit[], awards: Award[]) => {
  const covering = limits.filter((limit) => covers(limit, wish));
  return covering.length > 0 && covering.every((limit) => taken(limit, awards) < limit.free);
};
/** How good an outcome is to somebody who wishes so: lower is better. */
const worth = (wishes: Place[], { place }: Award) => {
  const at = wishes.findIndex((wish) => JSON.stringify(wish) === JSON.stringify(place));
  return at === -1 ? wishes.length : at;
};

test("admission 5, 8: in 1500 generated schools no limit is exceeded, each place was requested, and withdrawn candidates get none", () => {
  forEachSchool(({ limits, people }) => {
    const awards = allot(people, limits);
    expect(awards.map(({ reference }) => reference)).toEqual(people.map(({ reference }) => reference));
    for (const limit of limits) expect(taken(limit, awards)).toBeLessThanOrEqual(limit.free);
    for (const [at, { place, choice }] of awards.entries()) {
      const { gone, choices: wishes } = people[at] as School["people"][number];
      if (gone) expect(place).toBeNull();
      if (place) expect(wishes[(choice as number) - 1]).toEqual(place);
    }
  });
});

test("admission 8: in 1500 generated schools nobody further down gets a place that a candidate preferred, except by a manual move", () => {
  forEachSchool(({ limits, people }, moved) => {
    const awards = allot(people, limits, moved);
    for (const [at, award] of awards.entries()) {
      const { gone, choices: wishes } = people[at] as School["people"][number];
      const earlier = gone || award.moved ? [] : wishes.slice(0, worth(wishes, award));
      const after = awards.slice(at + 1).filter(({ moved }) => !moved);
      const behind = after.map(({ place }) => JSON.stringify(place));
      for (const wish of earlier) expect(behind).not.toContain(JSON.stringify(wish));
    }
  });
});

test("admission 8: in 1500 generated schools no choice of a candidate without a place still has room, except by a manual move", () => {
  forEachSchool(({ limits, people }, moved) => {
    const awards = allot(people, limits, moved);
    for (const [at, { place, moved }] of awards.entries()) {
      const { gone, choices: wishes } = people[at] as School["people"][number];
      if (!place && !gone && !moved)
        for (const wish of wishes) expect(fits(wish, limits, awards)).toBe(false);
    }
  });
});

test("admission 8: in 1500 generated schools stating the true preferences never harms a candidate", () => {
  fc.assert(
    fc.property(school, fc.nat(), wishes, ({ limits, people }, who, pretended) => {
      fc.pre(people.length > 0);
      const at = who % people.length;
      const liar = { ...(people[at] as School["people"][number]), gone: false };
      const honest = people.with(at, liar);
      const lying = people.with(at, { ...liar, choices: pretended });
      const [truth, lie] = [honest, lying].map((all) => allot(all, limits)[at] as Award);
      expect(worth(liar.choices, truth as Award)).toBeLessThanOrEqual(worth(liar.choices, lie as Award));
    }),
    { numRuns: 1500 },
  );
});

test("admission 5, 8: in 1500 generated schools a moved candidate has the given place even when full, and equal input gives an equal list", () => {
  forEachSchool(({ limits, people }, moved) => {
    const awards = allot(people, limits, moved);
    const last = new Map(moved.map((move) => [move.reference, move.to]));
    for (const award of awards) {
      expect(award.moved).toBe(last.has(award.reference));
      if (award.moved) expect(award.place).toEqual(last.get(award.reference));
    }
    for (const limit of limits) {
      const byHand = awards.filter((award) => award.moved && isIn(limit, award)).length;
      expect(taken(limit, awards)).toBeLessThanOrEqual(Math.max(limit.free, byHand));
    }
    expect(allot(people, limits, moved)).toEqual(awards);
  });
});

test("admission 5: each candidate without a place has a rank on the list of the first choice, from one", () => {
  forEachSchool(({ limits, people }) => {
    const awards = allot(people, limits);
    const lists = new Map<string, number[]>();
    for (const [at, { place, rank }] of awards.entries()) {
      const { gone, choices: wishes } = people[at] as School["people"][number];
      const first = wishes.find((wish) => limits.some((limit) => covers(limit, wish)));
      if (place || gone || !first) expect(rank).toBeNull();
      else lists.set(JSON.stringify(first), [...(lists.get(JSON.stringify(first)) ?? []), rank as number]);
    }
    for (const ranks of lists.values()) expect(ranks).toEqual(ranks.map((_, at) => at + 1));
  });
});

const publishedPoints = "totals" as const;

test("admission 8: in 300 generated lists neither the time of sending nor an upheld objection changes a number or the order of two others", async () => {
  const line = fc.record({
    total: fc.integer({ min: 0, max: 3 }),
    shares: fc.constantFrom("", "", "1", "2"),
  });
  const list = fc
    .array(line, { minLength: 1, maxLength: 20 })
    .map((lines) => lines.map((one, at) => ({ ...one, position: at + 1, reference: `K${at * 7919}` })));
  const method = fc.constantFrom("numbers" as const, "start" as const);
  await fc.assert(
    fc.asyncProperty(list, method, fc.nat(), fc.nat({ max: 999 }), async (lines, method, who, drawn) => {
      const draw = { code: "2027-mayo", number: String(drawn).padStart(3, "0"), method, publishedPoints };
      const order = await sortByDraw(lines, draw);
      const ranked = await sortByDraw(publishPoints(lines, "ranks"), { ...draw, publishedPoints: "ranks" });
      expect(ranked.map(({ position }) => position)).toEqual(order.map(({ position }) => position));
      const shuffled = lines.toSorted((one, other) => (one.reference < other.reference ? 1 : -1));
      expect(await sortByDraw(shuffled, draw)).toEqual(order);
      const at = who % lines.length;
      const one = lines[at] as (typeof lines)[number];
      const corrected = lines.with(at, { ...one, total: one.total + 1 });
      const after = await sortByDraw(corrected, draw);
      const numbers = (of: typeof order) =>
        Object.fromEntries(of.map(({ reference, drawn }) => [reference, drawn]));
      expect(numbers(after)).toEqual(numbers(order));
      const others = (of: typeof order) => of.filter(({ reference }) => reference !== one.reference);
      expect(others(after)).toEqual(others(order));
    }),
    { numRuns: 300 },
  );
});

test("admission 4: numbers are the SHA-256 of code, number and reference, ascending; a start number begins at N mod n + 1", async () => {
  const lines = ["C", "A", "B"].map((reference, at) => ({
    position: at + 1,
    reference,
    total: 0,
    shares: "",
  }));
  const by = await sortByDraw(lines, {
    code: "2027-mayo",
    number: "007",
    method: "numbers",
    publishedPoints,
  });
  const hashes = ["A", "B", "C"]
    .map((reference) => [createHash("sha256").update(`2027-mayo:007:${reference}`).digest("hex"), reference])
    .sort();
  expect(by.map(({ drawn, reference }) => [drawn, reference])).toEqual(hashes);
  const from = await sortByDraw(lines, { code: "x", number: "0005", method: "start", publishedPoints });
  expect(from.map(({ position }) => position)).toEqual([3, 1, 2]); // 5 mod 3 + 1 = 3
});

test("admission 5: siblings share the better number, but not their points", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => ({
    position: at + 1,
    reference: `R${at}`,
    total: at === 3 ? 5 : 0,
    shares: [3, 17, 21].includes(at) ? "1" : "",
  }));
  const draw = { code: "c", number: "1", method: "numbers" as const, publishedPoints };
  const order = (await sortByDraw(lines, draw)).map(({ reference }) => reference);
  expect(order[0]).toBe("R3");
  const alone = (
    await sortByDraw(
      lines.map((line) => ({ ...line, shares: "" })),
      draw,
    )
  ).map(({ reference }) => reference);
  const best = Math.min(...["R17", "R21"].map((one) => alone.indexOf(one)), alone.length);
  const [one, other] = ["R17", "R21"].map((reference) => order.indexOf(reference)).sort((a, b) => a - b);
  expect(other).toBe((one as number) + 1); // side by side, where the better one stood or before
  expect(one).toBeLessThanOrEqual(best);
});

test("admission 8: with 3,000 candidates and 60 limits each candidate is read once", () => {
  const people: Candidate[] = Array.from({ length: 3000 }, (_, at) => ({
    reference: `R${at}`,
    choices: [0, 1, 2].map((nth) => ({ specialityId: (at * 7 + nth * 11) % 60, syllabusId: at % 6 })),
  }));
  const limits = Array.from({ length: 60 }, (_, at) => ({ specialityId: at, syllabusId: null, free: 20 }));
  const awards = allot(people, limits);
  expect(awards.filter(({ place }) => place)).toHaveLength(1200);
});
