import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { demoSchool } from "@/prisma/seed";
import { catalogueVersion, emptyCatalogue, load } from "@/test/catalogue";
import { smallSchool } from "@/test/small-school";
import { readCatalogueFile } from "./catalogue-file";
import { exportCatalogue } from "./export";
import { importCatalogue } from "./import";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "catalogue-"));
  await emptyCatalogue();
});

afterEach(() => rm(directory, { recursive: true }));

it("writes what an import reads back without a change, as JSON and as CSV", async () => {
  await load(demoSchool("2026-11-21"));
  const version = await catalogueVersion();
  for (const file of ["catalogue.json", "tables"]) {
    await exportCatalogue(path.join(directory, file));
    expect(await importBack(file)).toMatchObject({ problems: [], changes: [], released: 0, written: true });
  }
  expect(await catalogueVersion()).toBe(version);
});

it("writes what builds the same catalogue in an empty database", async () => {
  await load(smallSchool());
  await exportCatalogue(path.join(directory, "before.json"));
  await exportCatalogue(path.join(directory, "tables"));
  await emptyCatalogue();
  await importBack("tables");
  await exportCatalogue(path.join(directory, "after.json"));
  expect(await text("after.json")).toBe(await text("before.json"));
});

it("writes JSON with one row a line, money as numbers and durations as HH:MM", async () => {
  await load(smallSchool());
  await exportCatalogue(path.join(directory, "catalogue.json"));
  const lines = (await text("catalogue.json")).split("\n");
  expect(lines).toContain(
    '    {"id":12,"school_year_id":1,"code":null,"name":"Coro","school_hours":"01:30","price":15,"student_ratio":12,"ects":0.5,"is_individual":false},',
  );
});

const name = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.normalize("NFC").trim())
  .filter((text) => text !== "" && text.length <= 200 && !/\p{Cc}/u.test(text));
const cents = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 100);

it("keeps every name, price and duration", async () => {
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
    selector: ({ code, ...own }) => code ?? own,
  });

  await fc.assert(
    fc.asyncProperty(subjects, async (drawn) => {
      const rows = drawn.map(({ seconds, ...own }, at) => ({
        ...own,
        id: at + 100,
        school_year_id: 1,
        student_ratio: 1,
        school_hours: `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`,
      }));
      await load({ ...smallSchool(), subjects: [...smallSchool().subjects, ...rows] });
      for (const file of ["catalogue.json", "tables"]) {
        await exportCatalogue(path.join(directory, file));
        expect(await importBack(file)).toMatchObject({
          problems: [],
          changes: [],
          released: 0,
          written: true,
        });
      }
    }),
    { numRuns: 25 },
  );
});

const pad = (part: number) => String(part).padStart(2, "0");

const importBack = async (file: string) =>
  importCatalogue(await readCatalogueFile(path.join(directory, file)));

const text = (file: string) => readFile(path.join(directory, file), "utf8");
