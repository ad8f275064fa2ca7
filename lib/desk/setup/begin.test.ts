import { expect, test } from "vitest";
import { demo } from "@/commands/demo";
import { testdata } from "@/commands/testdata";
import { changeSetting } from "@/lib/desk/settings/verbs";
import { confirmLegalTexts, deleteTestData, readSetupStatus, removeDemo } from "@/lib/desk/setup/verbs";
import { changeLegalTexts } from "@/lib/desk/texts/verbs";
import type { Actor } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { readSettings, type SettingName, writeSetting } from "@/lib/school/settings";
import { seedFamilies } from "@/server/demo/demo-families";
import { seedRound } from "@/server/demo/demo-round";
import { ensureDemoSchool } from "@/server/demo/demo-school";
import { loadCatalogue } from "@/test/support/data/catalogue";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { createEnrollment, createStaffActor } from "@/test/support/domain/decisions";
import { runInProcess } from "@/test/support/processes/command";

await seedDemoSchool();
const admin = createStaffActor("admin");
const sure = "yes" as const;
const passwordLongAgo = { ...(admin as Actor & { kind: "staff" }), passwordAt: new Date(0) };
const rows = () =>
  Promise.all([prisma().schoolYear.count(), prisma().degree.count(), prisma().person.count()]);
const missing = async () =>
  (await readSetupStatus(admin)).steps.flatMap(({ step, done }) => (done ? [] : [step]));
const catalogueSteps = ["catalogue", "price", "places", "year"];
const yearData = {
  startEnrollment: new Date(0),
  startSchoolYear: new Date(0),
  endSchoolYear: new Date("2090-06-30"),
};

test("desk 43: the desk deletes the enrollments of test keys like the command, and nothing else", async () => {
  await createEnrollment();
  const keyId = (
    await prisma().apiKey.create({
      data: { name: "try", prefix: "mat_test_try", hash: Buffer.from("try"), scopes: [] },
    })
  ).id;
  const { id } = await prisma().enrollment.findFirstOrThrow({ select: { id: true } });
  await prisma()
    .$executeRaw`update all_enrollments set test = true, api_key_id = ${keyId} where id = ${id}::uuid`;
  await prisma().$executeRaw`update all_people set sandbox_id = ${keyId}`;
  await createEnrollment();
  expect((await readSetupStatus(admin)).testEnrollments).toBe(1);
  expect(await deleteTestData({ sure }, admin)).toBe(1);
  expect((await runInProcess(testdata, "purge")).stdout).toBe("Forgot 0 test enrollments.\n");
  expect([await prisma().enrollment.count(), (await readSetupStatus(admin)).testEnrollments]).toEqual([1, 0]);
});

test("the demo school is deleted for good, with enrollments only on request, without a school's own year", async () => {
  await createEnrollment(aMinor({ guardians: 2 })); // a second enrollment
  env.embedded = true;
  const removed = () => runInProcess(demo, "remove");
  expect((await removed()).stderr).toContain("2 enrollments are there.");
  const ownYear = await prisma().schoolYear.create({ data: { id: 900, year: "2019/2020", ...yearData } });
  expect((await runInProcess(demo, "remove", "--with-enrollments")).stderr).toContain(
    "2019/2020 is not of the demo school.",
  );
  expect((await rows()).every((count) => count > 0)).toBe(true);
  await prisma().schoolYear.delete({ where: { id: ownYear.id } });

  env.embedded = false;
  expect((await removed()).stderr).toContain("has no demo school"); // a real school's database
  env.embedded = true;
  expect((await runInProcess(demo, "remove", "--with-enrollments")).stdout).toContain(
    "2 enrollments with it",
  );
  env.embedded = false;
  expect(await rows()).toEqual([0, 0, 0]);
  await ensureDemoSchool(() => {}); // the next start
  expect([await rows(), (await readSettings()).demo_school]).toEqual([[0, 0, 0], false]);
});

test("desk 43: the desk deletes the demo with made-up families and rounds, never a real enrollment", async () => {
  await writeSetting("demo_school", true);
  await ensureDemoSchool(() => {});
  expect(await prisma().place.count()).toBe(await prisma().speciality.count()); // each instrument has a limit
  await seedRound(
    () => seedFamilies(6, new Date()),
    () => {},
  );
  const realReference = await createEnrollment({ ...aMinor(), guardian_email: "berta@escola-de-musica.cat" });
  await expect(removeDemo({ sure }, admin)).rejects.toMatchObject({
    issues: [{ code: "own_enrollments", values: { count: 1 } }],
  });
  expect((await readSetupStatus(admin)).demo).toMatchObject({ madeUp: 6, real: 1 });
  await prisma().person.updateMany({
    where: { guardianOf: { some: { student: { enrollments: { some: { reference: realReference } } } } } },
    data: { email: "berta@familia.example", emailKey: "berta@familia.example" },
  });
  await expect(removeDemo({ sure }, createStaffActor("head"))).rejects.toThrow("no_right");
  await expect(removeDemo({ sure }, passwordLongAgo)).rejects.toThrow("password_needed");
  expect(await missing()).toEqual(["demo", "name", "contact", "texts", ...catalogueSteps]);
  expect(await removeDemo({ sure }, admin)).toBe(7);
  expect(await rows()).toEqual([0, 0, 0]);
  expect(
    await prisma().auditEntry.findFirst({ where: { action: "demo_removed" }, orderBy: { id: "desc" } }),
  ).toMatchObject({ actorKind: "staff" });

  expect(await missing()).toEqual(["name", "contact", "texts", ...catalogueSteps]);
  await prisma().degree.create({ data: { order: 1, name: "Grau propi" } });
  expect(await removeDemo({ sure }, admin)).toBe(0); // from a page as old as the demo
  expect(await prisma().degree.count()).toBe(1);
  const set = (name: SettingName, text: string) => changeSetting({ name, text }, admin);
  await set("school_name", "Escola Roca");
  await set("contact_email", "hola@roca.cat");
  await set("contact_phone", "+34 972 000 000");
  await set("contact_address", "Carrer Major 1");
  const texts = { es: "# Uno\n\nDos", ca: "# U\n\nDos", en: "# One\n\nTwo" };
  await changeLegalTexts({ kind: "terms", ...texts }, admin);
  expect(await missing()).toEqual(["texts", ...catalogueSteps]); // the privacy notice is the sample's
  await confirmLegalTexts({}, admin);
  await prisma().schoolYear.create({ data: { id: 1, year: "2089/2090", ...yearData } });
  expect(await missing()).toEqual(["catalogue", "price", "places"]);
  const ofYear = { schoolYearId: 1 };
  await prisma().speciality.create({ data: { id: 1, ...ofYear, name: "Gralla" } });
  await prisma().place.create({ data: { ...ofYear, specialityId: 1, places: 4 } });
  expect(await missing()).toEqual(["price", "places"]); // places of a year without a price
  const school = smallCatalogue();
  Object.assign(school.school_years[0] ?? {}, { end_school_year: "2090-06-30" });
  await loadCatalogue(school);
  expect(await missing()).toEqual(["places"]);
  await prisma().place.create({ data: { ...ofYear, specialityId: 11, places: 0 } });
  expect(await missing()).toEqual([]);
  await prisma().subject.updateMany({ data: { price: 0 } });
  expect(await missing()).toEqual(["price", "places"]);
});
