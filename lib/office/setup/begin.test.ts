import { expect, test } from "vitest";
import { demo } from "@/commands/demo";
import { env } from "@/lib/platform/env";
import { prisma } from "@/lib/platform/prisma";
import { readSettings } from "@/lib/school/settings";
import { runHere } from "@/test/command";
import { enrolled } from "@/test/decisions";
import { aMinor } from "@/test/factories";
import { aSchool } from "@/test/school";
import { ensureDemo } from "./demo";
import { removeDemo } from "./remove-demo";

const rows = () =>
  Promise.all([prisma().schoolYear.count(), prisma().degree.count(), prisma().person.count()]);

test("the demo school goes for good, with enrollments only when that is said, and no school's own year", async () => {
  await aSchool();
  await enrolled(aMinor({ guardians: 2 }));
  await expect(removeDemo({ withEnrollments: false })).rejects.toThrow("1 enrollment is there.");
  const own = await prisma().schoolYear.create({
    data: {
      id: 900,
      year: "2019/2020",
      startEnrollment: new Date(0),
      startSchoolYear: new Date(0),
      endSchoolYear: new Date(0),
    },
  });
  await expect(removeDemo({ withEnrollments: true })).rejects.toThrow("2019/2020 is not of the demo school.");
  expect((await rows()).every((count) => count > 0)).toBe(true);
  await prisma().schoolYear.delete({ where: { id: own.id } });

  expect((await runHere(demo, "remove")).stderr).toContain("has no demo school"); // a database of one's own
  env.embedded = true;
  await removeDemo({ withEnrollments: true });
  expect(await rows()).toEqual([0, 0, 0]);
  await ensureDemo(() => {}); // the next start
  expect([await rows(), (await readSettings()).demo_school]).toEqual([[0, 0, 0], false]);
});
