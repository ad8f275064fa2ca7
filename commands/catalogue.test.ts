import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { smallCatalogue } from "@/test/support/data/small-catalogue";
import { runInProcess } from "@/test/support/processes/command";
import { createTestFolder } from "@/test/support/processes/test-folder";
import * as commands from "./catalogue";

const catalogue = (...args: string[]) => runInProcess(commands.catalogue, ...args);

const directory = await createTestFolder();

it("imports a file, shows changes in a dry run, refuses a bad file with exit code 1, exports", async () => {
  const school = smallCatalogue();
  const file = path.join(directory, "school.json");
  await writeFile(file, JSON.stringify(school));
  expect(await catalogue("import", file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("subjects: 3 added, 0 changed, 0 removed"),
  });

  Object.assign(school.subjects[0] ?? {}, { price: 40 });
  await writeFile(file, JSON.stringify(school));
  expect(await catalogue("import", file, "--dry-run")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('~ subject 11 "Lenguaje musical": price 32.50 → 40.00'),
  });

  expect(await catalogue("import", file, "--year", "2026/2027")).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringContaining("--year is for a school's own list only"),
  });
  Object.assign(school.subjects[0] ?? {}, { price: "dear" });
  await writeFile(file, JSON.stringify(school));
  expect(await catalogue("import", file)).toMatchObject({
    code: 1,
    stdout: "",
    stderr:
      "1 problem found, so nothing was written:\nschool.json, line 1, subjects row 1, price: must be a number such as 32.50, zero or more\n",
  });

  expect(await catalogue("export", path.join(directory, "tables"))).toMatchObject({ code: 0 });
  expect(await readFile(path.join(directory, "tables", "degrees.csv"), "utf8")).toBe(
    "\uFEFFid,order,name,name_ca,name_en\n1,1,Enseñanzas elementales,,\n",
  );
});

it("desk 28: imports a school's own list into the year of its label, places too", async () => {
  const file = path.join(directory, "lista.csv");
  await writeFile(file, "instrumento;plazas;precio\nGralla;3;30,5\n");
  expect(await catalogue("import", file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("lista.csv, school_years, start_school_year: is missing"),
  });
  expect(await catalogue("import", file, "--year", "2026/2027", "--dry-run")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /specialities: 1 added[\s\S]*places of Gralla: none → 3[\s\S]*Nothing was written/,
    ),
  });
  expect(await catalogue("import", file, "--year", "2026/2027")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Written."),
  });
});

it("prints its usage", async () => {
  expect(await catalogue("--help")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("import FILE [--dry-run]"),
  });
});
