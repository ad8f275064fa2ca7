import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, beforeEach, expect, it } from "vitest";
import { demoSchool } from "@/prisma/seed";
import { emptyCatalogue, getCatalogueVersion, loadCatalogue } from "@/test/support/data/catalogue";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { importCatalogue } from "./import-catalogue";
import { checkRows, readCatalogueFile } from "./read-catalogue";
import { readWorkbook } from "./read-workbook";
import { exportCatalogue } from "./stored-catalogue";
import { toRawTables } from "./workbook";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "catalogue-"));
  await emptyCatalogue();
});

afterEach(() => rm(directory, { recursive: true }));

it("desk 28: JSON, CSV and a workbook are imported again without a change", async () => {
  await loadCatalogue(demoSchool("2026-11-21"));
  const version = await getCatalogueVersion();
  for (const file of ["catalogue.json", "tables", "catalogue.xlsx"]) {
    await exportCatalogue(path.join(directory, file));
    expect(await importBack(file)).toMatchObject({
      problems: [],
      changes: [],
      deletedCount: 0,
      written: true,
    });
  }
  expect(await getCatalogueVersion()).toBe(version);
});

it("CSV and a workbook restore the catalogue in an empty database", async () => {
  await loadCatalogue(smallCatalogue());
  await exportCatalogue(path.join(directory, "before.json"));
  for (const file of ["tables", "catalogue.xlsx"]) {
    await loadCatalogue(smallCatalogue());
    await exportCatalogue(path.join(directory, file));
    await emptyCatalogue();
    await importBack(file);
    await exportCatalogue(path.join(directory, "after.json"));
    expect(await text("after.json")).toBe(await text("before.json"));
  }
});

it("JSON has one line for each row, money as numbers and durations as HH:MM", async () => {
  await loadCatalogue(smallCatalogue());
  await exportCatalogue(path.join(directory, "catalogue.json"));
  const lines = (await text("catalogue.json")).split("\n");
  expect(lines).toContain(
    '    {"id":12,"school_year_id":1,"code":null,"name":"Coro","school_hours":"01:30","price":15,"student_ratio":12,"ects":0.5,"is_individual":false,"name_ca":null,"name_en":null},',
  );
});

// The exported spreadsheet: numbers as numbers, days as dates, no formulas.
it("desk 25: a workbook has one sheet for each table, and a name like a formula stays a text", async () => {
  const school = smallCatalogue();
  const names = ["=1+1", "+34", "-1", "@sum"];
  const formulas = names.map((name, index) => ({ ...school.subjects[1], id: 900 + index, name }));
  await loadCatalogue({ ...school, subjects: [...school.subjects, ...formulas] });
  await exportCatalogue(path.join(directory, "catalogue.xlsx"));
  const parts = unzipSync(await readFile(path.join(directory, "catalogue.xlsx")));
  const xml = (part: string) => strFromU8(parts[part] as Uint8Array);
  expect([...xml("xl/workbook.xml").matchAll(/<sheet name="(\w+)"/g)].map(([, name]) => name)).toEqual(
    Object.keys(smallCatalogue()),
  );
  const [years, subjects] = [xml("xl/worksheets/sheet1.xml"), xml("xl/worksheets/sheet6.xml")];
  expect(years).toMatch(/<c r="C2" s="2"><v>\d{5}<\/v><\/c>/);
  expect(subjects).toContain('<c r="F3"><v>15</v></c>');
  for (const name of names)
    expect(subjects).toContain(`t="inlineStr"><is><t xml:space="preserve">${name}</t></is></c>`);
  expect(subjects).not.toContain("<f>");
  expect(await importBack("catalogue.xlsx")).toMatchObject({ problems: [], changes: [] });
});

const name = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.normalize("NFC").trim())
  .filter((text) => text !== "" && text.length <= 200 && !/\p{Cc}/u.test(text));
const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100);

it("every name, price and duration is imported again unchanged", async () => {
  const subject = fc.record({
    name,
    code: fc.option(name),
    price: cents(9_999_999_999),
    ects: cents(999_999),
    seconds: fc.integer({ min: 0, max: 35_999_999 }),
    is_individual: fc.boolean(),
  });
  const subjects = fc.uniqueArray(subject, {
    minLength: 1,
    maxLength: 20,
    selector: ({ code, ...fields }) => code ?? fields,
  });

  await fc.assert(
    fc.asyncProperty(subjects, async (generated) => {
      const rows = generated.map(({ seconds, ...fields }, index) => ({
        ...fields,
        id: index + 100,
        school_year_id: 1,
        student_ratio: 1,
        school_hours: `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`,
      }));
      await loadCatalogue({ ...smallCatalogue(), subjects: [...smallCatalogue().subjects, ...rows] });
      for (const file of ["catalogue.json", "tables", "catalogue.xlsx"]) {
        await exportCatalogue(path.join(directory, file));
        expect(await importBack(file)).toMatchObject({
          problems: [],
          changes: [],
          deletedCount: 0,
          written: true,
        });
      }
    }),
    { numRuns: 25 },
  );
});

const pad = (part: number) => String(part).padStart(2, "0");

/** Reads a workbook in this process; workbook.test.ts tests the separate one. */
async function importBack(name: string) {
  const file = path.join(directory, name);
  if (!name.endsWith(".xlsx")) return importCatalogue(await readCatalogueFile(file));
  return importCatalogue(checkRows(name, toRawTables(readWorkbook(await readFile(file)))));
}

const text = (file: string) => readFile(path.join(directory, file), "utf8");
