import { expect, test } from "vitest";
import { dayOf } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { writeSetting } from "@/lib/school/settings";
import { aYear, enrolled, staff, standingOf } from "@/test/decisions";
import { aMinor } from "@/test/factories";
import { keptSince } from "./kept-since";
import { listRounds } from "./list-rounds";
import { openRound, planRound } from "./plan";
import { countedOf, readPoints } from "./points";
import { findRound, type Round } from "./round";
import { ageUpTo } from "./usual-criteria";

const CODE = "2026-edad";
const head = staff("head");

test("admission 2: age counts for whoever is of at most so many full years on the day on which the school year begins", async () => {
  const { year } = await aYear();
  await planRound({ round: CODE, year, name: "Mayo", criteria: [{ ...ageUpTo(8), points: 4 }] }, head);
  await openRound({ code: CODE, version: (await findRound(CODE))?.version as number }, head);
  const round = (await findRound(CODE)) as Round;
  const starts = dayOf(round.schoolYear.startSchoolYear);
  const born = (yearsBefore: number, day: string) =>
    new Date(`${Number(starts.slice(0, 4)) - yearsBefore}-${day}T00:00:00Z`);
  const turning = starts.slice(5);
  const dayAfter = dayOf(new Date(round.schoolYear.startSchoolYear.getTime() + 86_400_000)).slice(5);
  const births = {
    "eight since that day": [born(8, turning), 4],
    "nine on the day after": [born(9, dayAfter), 4],
    "nine on that day": [born(9, turning), undefined],
    "of unknown age": [null, undefined],
  } as const;
  const expected = [];
  for (const [birthDate, points] of Object.values(births)) {
    const reference = await enrolled(aMinor());
    const { id, studentId } = await standingOf(reference);
    await prisma().person.update({ where: { id: studentId }, data: { birthDate }, select: { id: true } });
    const counted = await countedOf(prisma(), round.criteria, id);
    expect(counted.map(({ en }) => en)).toEqual(
      points ? ["Is 8 or younger on the day on which the school year begins"] : [],
    );
    expected.push([id, points ? [["age", points]] : []]);
  }
  const ids = expected.map(([id]) => id as string);
  expect([...(await readPoints(prisma(), round.criteria, ids))]).toEqual(expected);
  expect((await listRounds(year))[0]?.criteria).toEqual([
    {
      code: "age",
      name: { es: ageUpTo(8).es, ca: ageUpTo(8).ca, en: ageUpTo(8).en },
      points: 4,
      group: null,
      claimed: false,
    },
  ]);
  const without = { ...ageUpTo(8), years: null };
  await expect(
    planRound({ round: "2026-sin", year, name: "Mayo", criteria: [without] }, head),
  ).rejects.toThrow("invalid_value");
});

test("admission 2: the page says since when requests in vain are kept, from the day on which the list was closed", async () => {
  const frozenAt = new Date("2027-05-31T22:30:00Z"); // 1 June in Madrid
  const now = new Date("2027-05-20T12:00:00Z");
  await writeSetting("keep_unplaced_days", 365);
  await writeSetting("erase_from", "");
  expect(await keptSince({ frozenAt }, now)).toBeUndefined();
  await writeSetting("erase_from", "2027-06-01");
  expect(await keptSince({ frozenAt: null }, now)).toBeUndefined();
  expect(await keptSince({ frozenAt }, now)).toBe("2026-06-01");
  await writeSetting("erase_from", "2027-05-01");
  await writeSetting("keep_unplaced_days", 0);
  expect(await keptSince({ frozenAt: null }, now)).toBe("2027-05-20");
});
