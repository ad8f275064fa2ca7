import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import {
  emptyCatalogue,
  getCatalogueVersion,
  listCatalogueChanges,
  loadCatalogue,
} from "@/test/support/data/catalogue";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { formatChanges, importCatalogue } from "./import-catalogue";
import { readCatalogueFile, toCatalogueFile } from "./read-catalogue";

beforeEach(async () => {
  await emptyCatalogue();
  await loadCatalogue(smallCatalogue());
});

describe("the result of an import", () => {
  it("is empty for an unchanged catalogue, and no change is published", async () => {
    const before = await getCatalogueVersion();
    expect(await importCatalogue(toCatalogueFile("test", smallCatalogue()))).toMatchObject({
      problems: [],
      changes: [],
      deletedCount: 0,
      written: true,
    });
    expect(await getCatalogueVersion()).toBe(before);
  });

  it("has each difference and nothing else", async () => {
    const school = smallCatalogue();
    Object.assign(school.subjects[1] ?? {}, { name: "Coro infantil", price: 32.1, school_hours: "0:45:30" });
    Object.assign(school.school_years[0] ?? {}, { end_enrollment: "2027-06-30" });
    Object.assign(school.syllabus_subjects[0] ?? {}, { classes_per_week: 2 });
    expect(await listCatalogueChanges(school)).toEqual([
      '~ school year 1 "2026/2027": end_enrollment none → 2027-06-30',
      '~ subject 12 "Coro": name Coro → Coro infantil, school_hours 01:30 → 00:45:30, price 15.00 → 32.10',
      "~ syllabus subject 1: classes_per_week 1 → 2",
    ]);
    await loadCatalogue(school);
    const coro = await prisma().subject.findUniqueOrThrow({ where: { id: 12 } });
    expect({ ...coro, price: coro.price.toFixed(2), ects: coro.ects.toFixed(2) }).toMatchObject({
      name: "Coro infantil",
      schoolSeconds: 2730,
      schoolMinutes: 45,
      price: "32.10",
      ects: "0.50",
    });
  });

  it("keeps a course's admission and start age if an older file lacks the columns; a new course gets the defaults", async () => {
    const school = smallCatalogue();
    Object.assign(school.syllabi[0] ?? {}, { highest_start_age: 14, admission: "test" });
    await loadCatalogue(school);
    const before = smallCatalogue();
    before.syllabi.push({ ...before.syllabi[0], id: 12, name: "Elemental 2.º" });
    before.syllabi = before.syllabi.map(({ highest_start_age, admission, ...row }) => row);
    expect(await listCatalogueChanges(before)).toEqual([
      expect.stringMatching(/^\+ syllabus 12 "Elemental 2.º": .* admission open/),
    ]);
    await loadCatalogue(before);
    const csv = Object.keys(before.syllabi[0] ?? {}).join(",");
    const rows = before.syllabi.map((row) => Object.values(row).join(","));
    const folder = await mkdtemp(path.join(tmpdir(), "catalogue-"));
    await writeFile(path.join(folder, "syllabi.csv"), [csv, ...rows].join("\n"));
    const read = await readCatalogueFile(path.join(folder, "syllabi.csv"));
    await rm(folder, { recursive: true });
    expect(await importCatalogue(read)).toMatchObject({ problems: [], changes: [] });
    const stored = await prisma().syllabus.findMany({ orderBy: { id: "asc" } });
    expect(stored.map(({ highestStartAge, admission }) => [highestStartAge, admission])).toEqual([
      [14, "test"],
      [null, "open"],
      [null, "open"],
    ]);
  });

  it("keeps names in other languages if an older file lacks the columns, and clears empty ones", async () => {
    const readNames = async () =>
      (await prisma().speciality.findMany({ where: { schoolYearId: 1 }, orderBy: { id: "asc" } })).map(
        ({ nameCa, nameEn }) => [nameCa, nameEn],
      );
    const before = smallCatalogue();
    before.specialities = before.specialities.map(({ name_ca, name_en, ...row }) => row);
    expect(await listCatalogueChanges(before)).toEqual([]);
    await loadCatalogue(before);
    expect(await readNames()).toEqual([
      [null, null],
      ["Violí", "Violin"],
    ]);
    const cleared = smallCatalogue();
    Object.assign(cleared.specialities[1] ?? {}, { name_ca: "", name_en: " Fiddle " });
    await loadCatalogue(cleared);
    expect(await readNames()).toEqual([
      [null, null],
      [null, "Fiddle"],
    ]);
  });

  it("keeps durations that the previous version wrote in minutes, and the reverse", async () => {
    const school = smallCatalogue();
    const readSeconds = async () =>
      (await prisma().subject.findUniqueOrThrow({ where: { id: 12 } })).schoolSeconds;
    await prisma().$executeRaw`update subjects set school_minutes = 91, price = 16 where id = 12`;
    expect(await readSeconds()).toBe(5_460);
    await prisma().$executeRaw`
      insert into subjects (id, school_year_id, name, school_minutes, price, student_ratio, ects, is_individual)
      select 13, school_year_id, 'Teoría', school_minutes, price, student_ratio, ects, is_individual
      from subjects where id = 12`;
    Object.assign(school.subjects[1] ?? {}, { school_hours: "1:31:30" });
    expect(await listCatalogueChanges(school)).toEqual([
      '- subject 13 "Teoría"',
      '~ subject 12 "Coro": school_hours 01:31 → 01:31:30, price 16.00 → 15.00',
    ]);
    await loadCatalogue(school);
    expect(await readSeconds()).toBe(5_490);
    await prisma().$executeRaw`update subjects set name = 'Coral' where id = 12`;
    expect(await readSeconds()).toBe(5_490);
    await loadCatalogue(smallCatalogue());
  });

  it("is rolled back in a dry run, and no change is published", async () => {
    const before = await getCatalogueVersion();
    const school = smallCatalogue();
    school.specialities.push({ id: 99, school_year_id: 1, name: "Arpa", code: null });
    const report = await importCatalogue(toCatalogueFile("test", school), { dryRun: true });
    expect(formatChanges(report, { rows: true })).toBe(
      '+ speciality 99 "Arpa": school_year_id 1, name Arpa, code none, name_ca none, name_en none\nspecialities: 1 added, 0 changed, 0 removed\nNothing was written: this was a dry run.',
    );
    expect(await getCatalogueVersion()).toBe(before);
    expect(await prisma().speciality.count({ where: { id: 99 } })).toBe(0);
  });

  it("can exchange names, codes, numbers and labels", async () => {
    const school = smallCatalogue();
    exchange(school.school_years, "year");
    exchange(school.courses, "number");
    exchange(school.specialities, "name", "code");
    exchange(school.subjects, "code");
    await loadCatalogue(school);
    expect(await listCatalogueChanges(school)).toEqual([]);
  });

  it("can move a year's rows to another year", async () => {
    const school = smallCatalogue();
    for (const rows of Object.values(school)) {
      for (const row of rows) if (row.school_year_id) row.school_year_id = 3 - Number(row.school_year_id);
    }
    await loadCatalogue(school);
    expect(await listCatalogueChanges(school)).toEqual([]);
  });

  it("moves the sequences past its ids", async () => {
    await loadCatalogue({
      ...smallCatalogue(),
      grading_systems: [
        { id: 1, name: "Numérica" },
        { id: 5000, name: "Apto" },
      ],
    });
    const { id } = await prisma().gradingSystem.create({ data: { name: "Otro" }, select: { id: true } });
    expect(id).toBe(5001);
  });

  it("can have ten thousand rows", async () => {
    const school = smallCatalogue();
    const subject = school.subjects[1];
    for (let id = 1_000; id < 11_000; id++) school.subjects.push({ ...subject, id, name: `Coro ${id}` });
    await loadCatalogue(school);
    for (const row of school.subjects) row.price = 20.25;
    await loadCatalogue(school);
    expect(await prisma().subject.count({ where: { price: "20.25" } })).toBe(10_003);
  });
});

function exchange(rows: Record<string, unknown>[], ...columns: string[]) {
  const [first = {}, second = {}] = rows;
  for (const column of columns) [first[column], second[column]] = [second[column], first[column]];
}

it("lists the problems of all tables, also beside an unreadable one", async () => {
  const directory = await mkdtemp(path.join(tmpdir(), "catalogue-"));
  const write = (name: string, ...lines: string[]) =>
    writeFile(path.join(directory, name), `${lines.join("\n")}\n`);
  await write("degrees.csv", "id,ordr,name", "1,1,Elementales");
  await write("asignaturas.csv", "id,name");
  await write("courses.csv", "id,degree_id,number,name", "7,99,1,Primero", "8,99,1,Otro");
  await write(
    "specialities.csv",
    "id,school_year_id,name,code",
    "31,9,Arpa,X",
    "12,1,,V",
    "13,1,Oboe,PIA",
    "14,1,Gaita,PIA",
  );
  const { problems, written } = await importCatalogue(await readCatalogueFile(directory));
  await rm(directory, { recursive: true });
  const locations = problems
    .map(({ file, line, column }) => [file, line ?? 0, column ?? ""].join(" "))
    .sort();
  expect([written, locations]).toEqual([
    false,
    [
      "asignaturas.csv 0 ",
      "courses.csv 3 number", // the second course 1 of an unreadable degree
      "degrees.csv 1 order",
      "degrees.csv 1 ordr",
      "specialities.csv 3 name",
      "specialities.csv 5 code",
    ],
  ]);
});
