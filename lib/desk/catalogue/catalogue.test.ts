import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { toCatalogueFile } from "@/lib/catalogue/files/read-catalogue";
import { readCatalogue } from "@/lib/catalogue/files/stored-catalogue";
import type { TableName } from "@/lib/catalogue/files/tables";
import { createRowDigest } from "@/lib/catalogue/files/target-catalogue";
import { exportYear, readRow } from "@/lib/desk/catalogue/queries";
import { addSchoolYear, changeRow, importCatalogueFile, readUpload } from "@/lib/desk/catalogue/verbs";
import { locales } from "@/lib/i18n/locales";
import { prisma } from "@/lib/platform/database/prisma";
import { emptyCatalogue, loadCatalogue } from "@/test/support/data/catalogue";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { setLimit } from "@/test/support/domain/decisions";
import { commandActor } from "@/test/support/domain/staff";

beforeEach(async () => {
  await emptyCatalogue();
  await loadCatalogue(smallCatalogue());
});

type Cells = Record<string, string>;

/** Submits a row's form with its current cells and some changed ones. */
async function edit(table: TableName, key: string | undefined, typed: Cells | undefined, fingerprint = "") {
  const page = await readRow(commandActor, table, 1, key);
  const version = page?.version ?? createRowDigest(undefined);
  const cells = typed && { school_year_id: "1", ...page?.row?.cells, ...typed };
  return changeRow(
    { table, ...(key && { key }), ...(cells && { cells }), version, seen: fingerprint },
    commandActor,
  );
}

const entries = () =>
  prisma().auditEntry.findMany({
    where: { objectKind: "catalogue" },
    orderBy: { id: "asc" },
    select: { action: true, objectId: true, values: { select: { name: true, old: true, new: true } } },
  });

describe("desk 26: a row of the catalogue", () => {
  test("is changed after a preview, recorded, and equal to an import", async () => {
    const preview = await edit("subjects", "12", { price: "17,5" });
    expect(preview).toMatchObject({ problems: [], written: false });
    expect((await prisma().subject.findUniqueOrThrow({ where: { id: 12 } })).price.toNumber()).toBe(15);
    expect(await edit("subjects", "12", { price: "18" }, preview.digest)).toMatchObject({ written: false });
    expect(await edit("subjects", "12", { price: "17,5" }, preview.digest)).toMatchObject({ written: true });
    const school = smallCatalogue();
    Object.assign(school.subjects[1] ?? {}, { price: 17.5 });
    expect(await importCatalogueFile({ file: toCatalogueFile("test", school) }, commandActor)).toMatchObject({
      changes: [],
    });
    expect((await entries()).at(-1)).toEqual({
      action: "catalogue_changed",
      objectId: "subjects/12",
      values: [{ name: "price", old: "15.00", new: "17.50" }],
    });
  });

  test("is refused with codes at its columns, and nothing is saved", async () => {
    const { problems } = await edit("subjects", "12", { price: "much", name: "", code: "LM1" });
    expect(problems.map(({ column, text }) => [column, text?.code])).toEqual([
      ["name", "missing"],
      ["price", "no_decimal"],
      ["code", "taken"],
    ]);
  });

  test("is added with a new number and removed with its dependents", async () => {
    const { digest } = await edit("specialities", undefined, { name: "Arpa" });
    await edit("specialities", undefined, { name: "Arpa" }, digest);
    expect(await prisma().speciality.findFirst({ where: { name: "Arpa" } })).toMatchObject({ id: 13 });
    const preview = await edit("syllabi", "11", undefined);
    expect(preview.changes.map(({ table }) => table)).toContain("syllabus_subjects");
    expect(await edit("syllabi", "11", undefined, preview.digest)).toMatchObject({ written: true });
    expect((await readCatalogue()).syllabi.has("11")).toBe(false);
  });

  test("is not removed while enrollments use it, with their number", async () => {
    await enrollNaming({ experienceSpecialityId: 11 });
    expect((await readRow(commandActor, "specialities", 1, "11"))?.referencingEnrollments).toBe(1);
    const { problems } = await edit("specialities", "11", undefined);
    expect(problems.map(({ text }) => text)).toContainEqual({
      code: "named",
      values: { count: 1, row: "Piano" },
    });
    expect(await edit("specialities", "11", { name: "Piano clásico" })).toMatchObject({
      affectedCount: 1,
    });
  });

  test("of a subject of one speciality affects the enrollments with that speciality and one of its syllabi", async () => {
    await enrollNaming({}, { speciality: 11, syllabus: 11 });
    await enrollNaming({ assignedSpecialityId: 11, assignedSyllabusId: 11 });
    await enrollNaming({}, { speciality: 12, syllabus: 11 });
    await enrollNaming({}, { syllabus: 11 });
    await enrollNaming({ experienceSpecialityId: 11 }, { syllabus: 11 });
    await enrollNaming({}, { speciality: 11 });
    expect(await edit("subjects", "12", { price: "17" })).toMatchObject({ affectedCount: 2 }); // only for Piano
    expect(await edit("subjects", "11", { price: "17" })).toMatchObject({ affectedCount: 5 });
    expect(await edit("syllabi", "11", { name: "Otro" })).toMatchObject({ affectedCount: 5 });
    expect(await edit("specialities", "11", { name: "Otra" })).toMatchObject({ affectedCount: 4 });
  });

  test("desk 12: is not changed from an outdated page, which learns who changed what", async () => {
    const page = await readRow(commandActor, "degrees", 1, "1");
    const { digest } = await edit("degrees", "1", { name: "Elemental" });
    await edit("degrees", "1", { name: "Elemental" }, digest);
    const cells = { order: "1", name: "Otra" };
    const staleEdit = { table: "degrees", key: "1", cells, version: page?.version ?? "" } as const;
    const now = (await readRow(commandActor, "degrees", 1, "1"))?.version;
    await expect(changeRow(staleEdit, commandActor)).rejects.toMatchObject({
      issues: [{ code: "row_overtaken" }],
      by: { by: "command", values: [{ name: "name", new: "Elemental" }] },
      now,
    });
  });
});

test("desk 28: a year's file is a workbook of that year only, and importing it changes nothing", async () => {
  const school = smallCatalogue();
  await loadCatalogue({
    ...school,
    specialities: [...school.specialities, { id: 29, school_year_id: 2, name: "=1+1", code: null }],
  });
  const file = (await exportYear(commandActor, 1)) as NonNullable<Awaited<ReturnType<typeof exportYear>>>;
  const reread = await readUpload({ name: "catálogo.xlsx", bytes: await buffer(file.pieces) });
  expect(file.year).toBe("2026/2027");
  expect(reread.tables.school_years?.rows.map(({ row }) => row.id)).toEqual([1]);
  expect(reread.tables.degrees?.rows).toHaveLength(1);
  expect(reread.tables.specialities?.rows.map(({ row }) => row.school_year_id)).toEqual([1, 1]);
  expect(await importCatalogueFile({ file: reread }, commandActor)).toMatchObject({
    problems: [],
    changes: [],
  });
  expect(await exportYear(commandActor, 77)).toBeUndefined();
});

test("desk 31: an import records a row like the desk, and very many rows as one entry for each table", async () => {
  const school = smallCatalogue();
  Object.assign(school.subjects[1] ?? {}, { price: 17.5 });
  await importCatalogueFile({ file: toCatalogueFile("test", school) }, commandActor);
  const price = { name: "price", old: "15.00", new: "17.50" };
  const action = "catalogue_imported";
  expect((await entries()).at(-1)).toEqual({ action, objectId: "subjects/12", values: [price] });
  const many = Array.from({ length: 201 }, (_, index) => ({ ...school.subjects[1], id: 1000 + index }));
  await importCatalogueFile(
    { file: toCatalogueFile("test", { ...school, subjects: [...school.subjects, ...many] }) },
    commandActor,
  );
  const added = { name: "added", old: null, new: "201" };
  expect((await entries()).at(-1)).toEqual({ action, objectId: "subjects", values: [added] });
});

type Named = { experienceSpecialityId?: number; assignedSpecialityId?: number; assignedSyllabusId?: number };
type Chosen = { speciality?: number; syllabus?: number };

async function enrollNaming(named: Named, { speciality, syllabus }: Chosen = {}) {
  const [studentId, locale] = [randomUUID(), locales[0]];
  const email = `${studentId}@example.com`;
  await prisma().person.create({ data: { id: studentId, email, emailKey: email, locale } });
  const terms = { termsUrl: "https://school.example/terms", termsAcceptedAt: new Date() };
  const data = {
    id: randomUUID(),
    reference: studentId.slice(0, 8).toUpperCase(),
    schoolYearId: 1,
    studentId,
    ...named,
  };
  await prisma().enrollment.create({ data: { ...data, ...terms, locale, source: "form" } });
  const choice = { enrollmentId: data.id, schoolYearId: 1, option: 1 };
  if (speciality) await prisma().specialityChoice.create({ data: { ...choice, specialityId: speciality } });
  if (syllabus) await prisma().syllabusChoice.create({ data: { ...choice, syllabusId: syllabus } });
}

const next = {
  from: 1,
  year: "2028/2029",
  start_enrollment: "2028-05-04",
  end_enrollment: null,
  start_school_year: "2028-09-11",
  end_school_year: "2029-06-22",
  percent: 2.5,
  roundTo: 50 as const,
};

test("desk 27: a new year is as previewed: a copy with places, one year later, at new prices", async () => {
  await setLimit({ schoolYearId: 1, specialityId: 11, syllabusId: null, places: 4 }, commandActor);
  await setLimit({ schoolYearId: 1, specialityId: 11, syllabusId: 11, places: 2 }, commandActor);
  const plan = await addSchoolYear(next, commandActor);
  expect(plan).toMatchObject({
    written: false,
    prices: [
      { name: "Lenguaje musical", old: 32.5, now: 33.5 },
      { name: "Coro", old: 15, now: 15.5 },
    ],
  });
  expect(await prisma().schoolYear.count()).toBe(2);

  // A price changes after the preview: the year is created as previewed, or not at all.
  await prisma().subject.update({ where: { id: 12 }, data: { price: 20 } });
  expect(await addSchoolYear({ ...next, expectedDigest: plan.digest }, commandActor)).toMatchObject({
    written: false,
  });
  await prisma().subject.update({ where: { id: 12 }, data: { price: 15 } });
  const { id } = await addSchoolYear({ ...next, expectedDigest: plan.digest }, commandActor);

  const names = async (schoolYearId: number) => {
    const [specialities, syllabi] = await Promise.all([
      prisma().speciality.findMany({ where: { schoolYearId }, orderBy: { name: "asc" } }),
      prisma().syllabus.findMany({
        where: { schoolYearId },
        orderBy: { name: "asc" },
        select: {
          name: true,
          courseId: true,
          subjects: { orderBy: { id: "asc" }, select: { kind: true, subject: { select: { name: true } } } },
          specialities: { select: { speciality: { select: { name: true } } } },
        },
      }),
    ]);
    return { specialities: specialities.map(({ name, code }) => [name, code]), syllabi };
  };
  expect(await names(id)).toEqual(await names(1));
  const limits = await prisma().place.findMany({
    where: { schoolYearId: id },
    orderBy: { places: "asc" },
    select: { places: true, speciality: { select: { name: true } }, syllabus: { select: { name: true } } },
  });
  expect(limits).toEqual([
    { places: 2, speciality: { name: "Piano" }, syllabus: { name: "Elemental 1.º" } },
    { places: 4, speciality: { name: "Piano" }, syllabus: null },
  ]);
});

test("desk 27: a new year keeps the names in Catalan and English", async () => {
  await prisma().subject.update({ where: { id: 12 }, data: { nameCa: "Cor", nameEn: "Choir" } });
  await prisma().syllabus.update({
    where: { id: 11 },
    data: { nameCa: "Elemental 1r", nameEn: "Elementary 1" },
  });
  await prisma().degree.update({ where: { id: 1 }, data: { nameCa: "Elementals", nameEn: "Elementary" } });
  const { digest } = await addSchoolYear(next, commandActor);
  const { id } = await addSchoolYear({ ...next, expectedDigest: digest }, commandActor);

  const select = { name: true, nameCa: true, nameEn: true };
  const copied = { where: { schoolYearId: id }, orderBy: { name: "desc" }, select } as const;
  expect(await prisma().speciality.findMany(copied)).toEqual([
    { name: "Violín", nameCa: "Violí", nameEn: "Violin" },
    { name: "Piano", nameCa: null, nameEn: null },
  ]);
  expect(await prisma().subject.findMany(copied)).toEqual([
    { name: "Lenguaje musical", nameCa: null, nameEn: null },
    { name: "Coro", nameCa: "Cor", nameEn: "Choir" },
  ]);
  const course = { select: { nameCa: true, degree: { select } } };
  expect(await prisma().syllabus.findMany({ ...copied, select: { ...select, course } })).toEqual([
    {
      name: "Elemental 1.º",
      nameCa: "Elemental 1r",
      nameEn: "Elementary 1",
      course: {
        nameCa: null,
        degree: { name: "Enseñanzas elementales", nameCa: "Elementals", nameEn: "Elementary" },
      },
    },
  ]);
  const [, second] = await prisma().course.findMany({ orderBy: { id: "asc" } });
  expect(second).toMatchObject({ name: "Segundo", nameCa: "Segon", nameEn: null });
});
