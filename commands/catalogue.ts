import { formatChanges, formatProblems } from "@/lib/catalogue/files/import-catalogue";
import { readCatalogueFile } from "@/lib/catalogue/files/read-catalogue";
import { exportCatalogue } from "@/lib/catalogue/files/stored-catalogue";
import { importCatalogueFile } from "@/lib/desk/catalogue/verbs";
import { withDatabase } from "@/lib/platform/database/open-database";
import { createCommandLine, defineCommand, printLine, runCommandLine } from "./command-line";

const USAGE = `Imports and exports the catalogue: school years, degrees, courses, specialities, subjects, syllabi.

  npm run catalogue -- import FILE [--dry-run]   change the catalogue to the contents of FILE
      [--year LABEL]                             the school year of a school's own list, such as 2026/2027
  npm run catalogue -- export FILE               write the catalogue to FILE

FILE is a .json file, a workbook (.xlsx) with a sheet for each table, or a directory with a CSV file for
each table. import also accepts a file of one table, such as subjects.csv, and a school's own list of
instruments, places and prices, which needs --year. --dry-run prints each change and writes nothing.
docs/office/catalogue.md describes the format.`;

export const catalogue = createCommandLine(USAGE, {
  import: defineCommand({
    positionals: ["FILE"],
    options: { "dry-run": { type: "boolean" }, year: { type: "string" } },
    run: ([file = ""], options) => runImport(file, options["dry-run"] ?? false, options.year),
  }),
  export: defineCommand({ positionals: ["FILE"], run: ([file = ""]) => runExport(file) }),
});

async function runImport(file: string, dryRun: boolean, year = "") {
  const catalogue = await readCatalogueFile(file);
  if (!catalogue.list && Object.keys(catalogue.tables).length === 0)
    throw new Error(formatProblems(catalogue.problems));
  if (year && !catalogue.list)
    throw new Error("--year is for a school's own list only: this file says the school year of each row.");
  const report = await withDatabase(() =>
    importCatalogueFile({ file: catalogue, dryRun, schoolYear: { year } }, { kind: "command" }),
  );
  if (report.problems.length > 0) throw new Error(formatProblems(report.problems));
  printLine(formatChanges(report, { rows: dryRun }));
}

async function runExport(file: string) {
  const files = await withDatabase(() => exportCatalogue(file));
  printLine(`Written: ${files.join(", ")}`);
}

if (import.meta.main) await runCommandLine(catalogue);
