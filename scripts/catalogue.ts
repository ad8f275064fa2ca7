import { parseArgs } from "node:util";
import { readCatalogueFile } from "@/lib/catalogue/catalogue-file";
import { exportCatalogue } from "@/lib/catalogue/export";
import { importCatalogue } from "@/lib/catalogue/import";
import { formatChanges, formatProblems } from "@/lib/catalogue/import-report";
import { withDatabase } from "@/lib/database/open";
import { run } from "./run";

const USAGE = `Reads and writes the catalogue: school years, degrees, courses, specialities, subjects, syllabi.

  npm run catalogue -- import FILE [--dry-run]   bring the catalogue to what FILE says
  npm run catalogue -- export FILE               write the catalogue to FILE

FILE is a .json file, or a directory with one CSV file a table; import also takes a single
table's file, such as subjects.csv. --dry-run shows each change and writes nothing.
docs/catalogue.md describes the format.`;

await run(async () => {
  const { command, file, dryRun } = read(process.argv.slice(2));
  if (command === "help") return say(USAGE);
  if (command === "export") return runExport(file);
  return runImport(file, dryRun);
});

function read(args: string[]) {
  const { values, positionals } = parse(args);
  const [command = "", file = "", ...rest] = positionals;
  if (values.help) return { command: "help", file, dryRun: false };
  if (!["import", "export"].includes(command) || !file || rest.length > 0) throw new Error(USAGE);
  return { command, file, dryRun: values["dry-run"] ?? false };
}

function parse(args: string[]) {
  const options = { "dry-run": { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`);
  }
}

async function runImport(file: string, dryRun: boolean) {
  const catalogue = await readCatalogueFile(file);
  if (!catalogue.complete) throw new Error(formatProblems(catalogue.problems));
  const report = await withDatabase(() => importCatalogue(catalogue, { dryRun }));
  if (report.problems.length > 0) throw new Error(formatProblems(report.problems));
  say(formatChanges(report, { rows: dryRun }));
}

async function runExport(file: string) {
  const files = await withDatabase(() => exportCatalogue(file));
  say(`Written: ${files.join(", ")}`);
}

function say(text: string) {
  process.stdout.write(`${text}\n`);
}
