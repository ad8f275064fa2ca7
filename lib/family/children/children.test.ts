import { expect, test } from "vitest";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { readFamilyHome } from "@/lib/family/account/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { seedRenewalSchool } from "@/test/support/domain/renewal";

const now = new Date();
const school = await seedRenewalSchool();

const course = "Elemental 1.º";
const instrument = "Piano";

test("families 9: shows one card per child, by birth date, with all of its enrollments", async () => {
  const { guardian, references } = await school.aFamilyWith([
    { name: "Aina", birthDate: "2016-05-09", course, instrument },
    { name: "Zoe", birthDate: "2016-03-01", course, instrument },
    { name: "Blai", birthDate: "2014-01-01", course, instrument },
  ]);
  const names = async () =>
    (await readFamilyHome(guardian, now, "es")).children.map(({ name }) => name.split(" ")[0]);
  expect(await names()).toEqual(["Blai", "Zoe", "Aina"]);
  await school.submitRenewal(guardian, await school.listRenewalCandidates(guardian));
  const { children } = await readFamilyHome(guardian, now, "es");
  expect(await names()).toEqual(["Blai", "Zoe", "Aina"]);
  expect(children.map(({ enrollments }) => enrollments.length)).toEqual([2, 2, 2]);
  expect(children[2]?.current?.schoolYearId).toBe(school.years.next); // what is asked about
  expect(children[2]?.enrollments[1]?.reference).toBe(references[0]);
});

test("families 13: after a withdrawal the card shows until when it can be undone", async () => {
  const { guardian } = await school.aFamilyWith([
    { name: "Carla", birthDate: "2016-03-09", course, instrument },
  ]);
  await school.submitRenewal(guardian, await school.listRenewalCandidates(guardian));
  const { reference } = await prisma().enrollment.findFirstOrThrow({
    where: { schoolYearId: school.years.next, student: { guardians: { some: { guardianId: guardian } } } },
    select: { reference: true },
  });
  const at = new Date();
  await decideAsFamily({ reference, to: "withdrawn" }, guardian, at);
  const [carla] = (await readFamilyHome(guardian, at, "es")).children;
  expect(carla?.current).toMatchObject({
    reference,
    state: "withdrawn",
    options: { undoWithdrawal: { until: new Date(at.getTime() + 24 * 3600 * 1000) } },
  });
  const tomorrow = new Date(at.getTime() + 25 * 3600 * 1000);
  const [later] = (await readFamilyHome(guardian, tomorrow, "es")).children;
  expect(later?.current).toMatchObject({ state: "withdrawn", options: { undoWithdrawal: undefined } });
});
