import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { setLimits } from "@/lib/decisions/places/verbs";
import { readAccountCard } from "@/lib/family/account/queries";
import { readOwnRound } from "@/lib/family/round/queries";
import { claimAsFamily, objectAsFamily } from "@/lib/family/round/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import { createStaffActor, getCurrentYear } from "@/test/support/domain/decisions";
import { publishProvisional, revertRound } from "./board/verbs";
import { answerObjection, checkClaim } from "./claims/verbs";
import { enterDrawNumber, freezeRound } from "./draw/verbs";
import { findRevealingTotals } from "./plan/criteria";
import { choosePointsFormat, openRound, planRound } from "./plan/verbs";
import { readPublicList, readPublicRound } from "./queries";
import { findRound } from "./round";

const criterion = (code: string, points: number, more = {}) => ({
  code,
  points,
  group: null,
  source: "claimed" as const,
  sensitive: false,
  ...more,
});
const secret = { sensitive: true };

describe("admission 6: totals that need a sensitive criterion", () => {
  const resident = criterion("resident", 3);
  const disability = criterion("disability", 2, secret);
  test.each([
    ["5 = resident 3 + disability 2", [resident, disability], [2, 5]],
    [
      "another criterion with as many points hides it",
      [resident, disability, criterion("sibling", 2)],
      [4, 7],
    ],
    [
      "of a group one counts",
      [criterion("a", 1, { group: "g" }), criterion("b", 2, { group: "g", ...secret })],
      [2],
    ],
    [
      "a score gives each number up to its own",
      [criterion("level", 5, { source: "mark" }), disability],
      [6, 7],
    ],
    [
      "a sensitive score",
      [criterion("income", 3, { source: "mark", ...secret }), criterion("a", 2)],
      [1, 3, 4, 5],
    ],
    ["none is sensitive", [resident, criterion("sibling", 2)], []],
    ["it counts nothing", [resident, criterion("disability", 0, secret)], []],
  ])("%s", (_, criteria, totals) => {
    expect(findRevealingTotals(criteria).map(({ total }) => total)).toEqual(totals);
  });

  test("each names the combination that it reveals", () => {
    expect(findRevealingTotals([resident, disability]).at(-1)).toEqual({
      total: 5,
      parts: [
        { code: "resident", points: 3 },
        { code: "disability", points: 2 },
      ],
    });
  });

  test("are those of every combination of criteria, tried one by one", () => {
    const criteriaLists = fc.array(
      fc.record({
        points: fc.integer({ min: 0, max: 5 }),
        group: fc.constantFrom(null, null, "g"),
        source: fc.constantFrom("claimed", "mark"),
        sensitive: fc.boolean(),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(criteriaLists, (rows) => {
        const criteria = rows.map((row, index) => ({ code: `c${index}`, ...row }));
        const reached = { plain: new Set<number>(), sensitive: new Set<number>() };
        const choose = (index: number, total: number, isSensitive: boolean, groups: Set<string>): void => {
          const one = criteria[index];
          if (!one) return void reached[isSensitive ? "sensitive" : "plain"].add(total);
          choose(index + 1, total, isSensitive, groups);
          if (one.group && groups.has(one.group)) return;
          for (let points = one.source === "mark" ? 1 : one.points; points <= one.points; points++) {
            if (points === 0) continue;
            const usedGroups = new Set([...groups, ...(one.group ? [one.group] : [])]);
            choose(index + 1, total + points, isSensitive || one.sensitive, usedGroups);
          }
        };
        choose(0, 0, false, new Set());
        const expected = [...reached.sensitive].filter((total) => !reached.plain.has(total));
        expect(findRevealingTotals(criteria).map(({ total }) => total)).toEqual(
          expected.toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe("admission 6: a round that publishes ranks", () => {
  const CODE = "2026-ranks";
  const head = createStaffActor("head");
  const shown = async () => ({ code: CODE, version: (await findRound(CODE))?.version ?? 0 });
  let families: Awaited<ReturnType<typeof aFamily>>[];

  beforeAll(async () => {
    const { year, piano } = await getCurrentYear();
    const limit = { specialityId: piano, syllabusId: null, places: 1 };
    await setLimits({ schoolYearId: year, limits: [limit] }, head);
    families = [];
    for (let index = 0; index < 3; index++)
      families.push(await aFamily({ student_speciality_option1: piano }));
    const named = (code: string, points: number, more = {}) => ({
      ...criterion(code, points, more),
      es: code,
      ca: code,
      en: code,
    });
    const criteria = [named("resident", 30), named("disability", 20, secret)];
    await planRound({ round: CODE, year, name: "Mayo", criteria }, head);
    await choosePointsFormat({ ...(await shown()), publishedPoints: "ranks" }, head);
    await openRound(await shown(), head);
    const [first, second] = families as [(typeof families)[number], (typeof families)[number]];
    for (const [{ reference, first: sender }, codes] of [
      [first, ["resident", "disability"]],
      [second, ["resident"]],
    ] as const) {
      await claimAsFamily(sender, reference, [...codes], new Date());
      for (const code of codes) await checkClaim({ reference, criterion: code, state: "checked" }, head);
    }
  });

  const ranks = async () =>
    Object.fromEntries(
      ((await readPublicRound(CODE))?.result?.lines ?? []).map(({ reference, total }) => [reference, total]),
    );

  test("shows ranks and no totals in the list, its file and to the other guardian; an objection changes ranks", async () => {
    const [first, second, third] = families as [
      (typeof families)[number],
      (typeof families)[number],
      (typeof families)[number],
    ];
    await freezeRound(await shown(), head);
    await expect(choosePointsFormat({ ...(await shown()), publishedPoints: "totals" }, head)).rejects.toThrow(
      "round_state",
    );
    await enterDrawNumber({ ...(await shown()), number: "007" }, { kind: "command" });
    await publishProvisional(await shown(), head);
    expect(await ranks()).toEqual({ [first.reference]: 1, [second.reference]: 2, [third.reference]: 3 });
    const list = (await readPublicList(CODE)) ?? "";
    expect(list).toMatch(/^position,reference,rank,shares\n(\d,[A-Z0-9-]+,[123],\n){3}$/);
    const publicRound = await readPublicRound(CODE);
    expect(publicRound?.result?.lines.map(({ reference }) => reference)).toEqual(
      [first, second, third].map(({ reference }) => reference),
    );
    await markGuardianConfirmed(first.second);
    const totalFor = async (person: string) =>
      (await readOwnRound(person, first.reference, new Date()))?.entry?.total;
    expect([await totalFor(first.first), await totalFor(first.second)]).toEqual([50, undefined]);

    await objectAsFamily(third.first, third.reference, "Vivimos aquí.", new Date());
    await checkClaim({ reference: third.reference, criterion: "resident", state: "checked" }, head);
    const { id: objection } = await prisma().objection.findFirstOrThrow();
    const hasAnswer = async ({ first, reference }: (typeof families)[number]) =>
      (await readAccountCard(first, reference, new Date(), "es"))?.round?.hasAnswer;
    expect([await hasAnswer(third), await hasAnswer(first)]).toEqual([false, false]);
    await answerObjection({ code: CODE, objection, upheld: true, answer: "Es verdad." }, head);
    expect([await hasAnswer(third), await hasAnswer(first)]).toEqual([true, false]);
    await revertRound({ ...(await shown()), reason: "Una reclamación." }, head);
    await publishProvisional(await shown(), head);
    expect(await ranks()).toEqual({ [first.reference]: 1, [second.reference]: 2, [third.reference]: 2 });
    expect((await readPublicRound(CODE))?.corrected).toEqual({ [third.reference]: 2 });
  });
});
