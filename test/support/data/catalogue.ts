import { expect } from "vitest";
import { formatChanges, importCatalogue } from "@/lib/catalogue/files/import-catalogue";
import { toCatalogueFile } from "@/lib/catalogue/files/read-catalogue";
import { formatProblem } from "@/lib/catalogue/files/types";
import { getPool } from "@/lib/platform/database/prisma";
import type { smallCatalogue } from "./small-catalogue";

type School = Partial<ReturnType<typeof smallCatalogue>>;

/** Deletes all imported tables and references to them. */
export async function emptyCatalogue() {
  await getPool().query(
    "truncate all_people, all_enrollments, school_years, degrees, grading_systems cascade",
  );
}

/** Imports a valid catalogue. */
export async function loadCatalogue(school: School) {
  const { problems } = await importCatalogue(toCatalogueFile("test", school));
  expect(problems.map(formatProblem)).toEqual([]);
}

/** Problems of an import, which must not write. */
export async function listCatalogueProblems(school: School) {
  const { problems, written } = await importCatalogue(toCatalogueFile("test", school));
  expect(written).toBe(false);
  return problems.map(formatProblem);
}

/** Changes of a dry run. */
export async function listCatalogueChanges(school: School) {
  const report = await importCatalogue(toCatalogueFile("test", school), { dryRun: true });
  expect(report.problems.map(formatProblem)).toEqual([]);
  return formatChanges(report, { rows: true })
    .split("\n")
    .filter((line) => /^[+~-] /.test(line));
}

/** Increases with each invalidation. */
export async function getCatalogueVersion() {
  const { rows } = await getPool().query("select version from change_versions where topic = 'catalogue'");
  return rows[0].version;
}
