import { expect } from "vitest";
import { formatChanges, importCatalogue } from "@/lib/catalogue/files/import-catalogue";
import { toCatalogueFile } from "@/lib/catalogue/files/read-catalogue";
import { formatProblem } from "@/lib/catalogue/files/types";
import { getPool } from "@/lib/platform/database/prisma";
import type { smallCatalogue } from "./small-catalogue";

type School = Partial<ReturnType<typeof smallCatalogue>>;

/** Takes everything away that an import writes, and what points at it. */
export async function emptyCatalogue() {
  await getPool().query(
    "truncate all_people, all_enrollments, school_years, degrees, grading_systems cascade",
  );
}

/** Imports a catalogue that has nothing wrong. */
export async function loadCatalogue(school: School) {
  const { problems } = await importCatalogue(toCatalogueFile("test", school));
  expect(problems.map(formatProblem)).toEqual([]);
}

/** What an import finds wrong, as it is printed; it must not have written anything. */
export async function listCatalogueProblems(school: School) {
  const { problems, written } = await importCatalogue(toCatalogueFile("test", school));
  expect(written).toBe(false);
  return problems.map(formatProblem);
}

/** The changes that an import would write, as a dry run prints them. */
export async function listCatalogueChanges(school: School) {
  const report = await importCatalogue(toCatalogueFile("test", school), { dryRun: true });
  expect(report.problems.map(formatProblem)).toEqual([]);
  return formatChanges(report, { rows: true })
    .split("\n")
    .filter((line) => /^[+~-] /.test(line));
}

/** Counts up with each change that running servers are told of. */
export async function getCatalogueVersion() {
  const { rows } = await getPool().query("select version from change_versions where topic = 'catalogue'");
  return rows[0].version;
}
