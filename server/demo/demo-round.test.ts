import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { seedDecisions } from "./demo-decisions";
import { seedFamilies } from "./demo-families";
import { seedRound } from "./demo-round";

test("a demo round works beside decided families; a second run adds nobody", async () => {
  await seedDemoSchool();
  await seedDecisions(await seedFamilies(22, new Date()), new Date()); // the tenth decision needs no choice
  expect(await prisma().decision.count({ where: { status: "untold" } })).toBeGreaterThan(0);

  const { code, accepted } = await seedRound(
    () => seedFamilies(8, new Date()),
    () => {},
  );
  expect(accepted).toBeGreaterThan(0);
  expect(await prisma().round.findFirstOrThrow({ where: { code } })).toMatchObject({ state: "final" });

  const before = await prisma().enrollment.count();
  const again = seedRound(
    () => seedFamilies(8, new Date()),
    () => {},
  );
  await expect(again).rejects.toThrow(`The round ${code} is not over`);
  expect(await prisma().enrollment.count()).toBe(before);
});
