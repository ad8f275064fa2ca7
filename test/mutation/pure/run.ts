import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { equivalents } from "./equivalents";
import stryker from "./stryker.config.json";
import { hasSurvived, type Report, survivorsOf, told } from "./survivors";

// npm run mutation:pure [-- FILE… [--force]]: StrykerJS over the modules that are tested without a database (or
// some of them), `--force` without what earlier runs found. Fails for a survivor that is not among the
// equivalents, and for one of those that is killed.

const VERSION = "10.1.1";
const PLACE = path.resolve(`node_modules/.cache/stryker-${VERSION}`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { force: { type: "boolean", default: false } },
});
const files = positionals.length > 0 ? positionals : stryker.mutate;
install();
forgetSurvivors();
await mutate();
const report: Report = JSON.parse(readFileSync(stryker.jsonReporter.fileName, "utf8"));
let bad = 0;
for (const file of files) {
  const found = report.files[file];
  if (!found) throw new Error(`There is nothing to mutate in ${file}.`);
  const { survivors, score } = survivorsOf(found);
  const listed = (equivalents[file] ?? []).flatMap(({ lines }) => lines.map(told));
  const unlisted = survivors.filter((survivor) => !listed.includes(survivor));
  const killed = listed.filter((line) => !survivors.includes(line));
  for (const survivor of unlisted) console.error(`SURVIVED in ${file}: ${survivor}`);
  for (const line of killed) console.error(`NOT EQUIVALENT, or not there, in ${file}: ${line}`);
  bad += unlisted.length + killed.length;
  console.log(`${score.padStart(6)} %  ${file}, ${survivors.length - unlisted.length} equivalent`);
}
process.exitCode = bad > 0 ? 1 : 0;

/** Beside the project's packages, whose lockfile it would double for a command that few run. */
function install() {
  if (existsSync(path.join(PLACE, "node_modules"))) return;
  const packages = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${VERSION}`);
  // Without its own vitest it finds the project's.
  const how = ["--prefix", PLACE, "--no-save", "--legacy-peer-deps", "--ignore-scripts", "--no-audit"];
  execFileSync("npm", ["install", ...how, ...packages], { stdio: "inherit" });
}

/** StrykerJS would not see that a new test kills what changes a module while it is read. */
function forgetSurvivors() {
  if (!existsSync(stryker.incrementalFile)) return;
  const known: Report = JSON.parse(readFileSync(stryker.incrementalFile, "utf8"));
  for (const file of Object.values(known.files))
    file.mutants = file.mutants.filter((mutant) => !hasSurvived(mutant));
  writeFileSync(stryker.incrementalFile, JSON.stringify(known));
}

async function mutate() {
  const sandbox = await mkdtemp(path.join(tmpdir(), "matricula-mutation-"));
  const program = path.join(PLACE, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const config = "test/mutation/pure/stryker.config.json";
  const how = ["--mutate", files.join(","), "--tempDirName", sandbox, ...(values.force ? ["--force"] : [])];
  try {
    execFileSync(process.execPath, [program, "run", config, ...how], { stdio: "inherit" });
  } finally {
    await rm(sandbox, { recursive: true, force: true });
  }
}
