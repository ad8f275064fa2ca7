import { parseArgs } from "node:util";
import { readCatalogueFile } from "@/lib/catalogue/catalogue-file";
import { exportCatalogue } from "@/lib/catalogue/export";
import { importCatalogue } from "@/lib/catalogue/import";
import { formatChanges, formatProblems } from "@/lib/catalogue/import-report";
import { withDatabase } from "@/lib/database/open";

const USAGE = `Reads and writes the catalogue: school years, degrees, courses, specialities, subjects, syllabi.

  npm run catalogue -- import FILE [--dry-run]   bring the catalogue to what FILE says
  npm run catalogue -- export FILE               write the catalogue to FILE

FILE is a .json file, or a directory with one CSV file a table; import also takes a single
table's file, such as subjects.csv. --dry-run shows each change and writes nothing.
docs/catalogue.md describes the format.`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  const wanted = read(args);
  if (wanted === "help") return say(USAGE);
  if (wanted === undefined) return refuse(USAGE);
  return wanted.command === "import" ? runImport(wanted.file, wanted.dryRun) : runExport(wanted.file);
}

function read(args: string[]) {
  try {
    const options = { "dry-run": { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    if (values.help) return "help";

    const [command, file, ...rest] = positionals;
    if (!file || rest.length > 0 || (command !== "import" && command !== "export")) return;
    return { command, file, dryRun: values["dry-run"] ?? false };
  } catch {
    return; // an option that there is not
  }
}

async function runImport(file: string, dryRun: boolean): Promise<number> {
  const catalogue = await readCatalogueFile(file);
  const report = await withDatabase(() => importCatalogue(catalogue, { dryRun }));
  if (report.problems.length > 0) return refuse(formatProblems(report.problems));
  return say(formatChanges(report, { rows: dryRun }));
}

async function runExport(file: string): Promise<number> {
  const files = await withDatabase(() => exportCatalogue(file));
  return say(`Written: ${files.join(", ")}`);
}

function say(text: string): number {
  process.stdout.write(`${text}\n`);
  return 0;
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}
