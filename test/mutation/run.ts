import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVitest } from "vitest/node";
import { bundleTestPrograms } from "@/test/support/processes/programs";
import { type Mutant, mutants } from "./mutants";

// npm run mutation [-- WORD]: applies each mutant to a copy of the project and runs its test. Fails if a
// mutant survives or does not match the code.

type Verdict = "killed" | "SURVIVED" | "DOES NOT FIT";

const [word = ""] = process.argv.slice(2);
const selected = mutants.filter((mutant) => JSON.stringify(mutant).includes(word));
const copy = await copyProject();
process.chdir(copy);
Object.assign(process.env, { NODE_ENV: "test" }); // as vitest's command does
/** One vitest with one PostgreSQL for all. */
const vitest = await createVitest("test", { watch: false, bail: 1, reporters: [{}], silent: true });
try {
  await vitest.standalone();
  await expectGreen([...new Set(selected.map(({ killedBy }) => killedBy))]);
  const verdicts: [Verdict, Mutant][] = [];
  for (const mutant of selected) {
    const verdict = await runMutant(mutant);
    verdicts.push([verdict, mutant]);
    console.log(`${verdict.padEnd(14)} ${mutant.damage}`);
  }
  const unkilled = verdicts.filter(([verdict]) => verdict !== "killed");
  for (const [verdict, { file, from, killedBy }] of unkilled)
    console.error(`${verdict}: ${file}: ${from}\n  ${killedBy}`);
  console.log(`${verdicts.length} mutants, ${unkilled.length} to look at`);
  process.exitCode = unkilled.length > 0 ? 1 : 0;
} finally {
  await vitest.close();
  await rm(copy, { recursive: true });
}

async function copyProject(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-mutation-"));
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const files = execFileSync("git", list, { encoding: "utf8" }).split("\0").filter(Boolean);
  for (const file of [...files, "generated"]) await cp(file, path.join(folder, file), { recursive: true });
  await mkdir(path.join(folder, "node_modules")); // its own, because tools cache files in it
  for (const name of await readdir("node_modules")) {
    const isCache = name.startsWith(".") && name !== ".bin";
    if (!isCache) await symlink(path.resolve("node_modules", name), path.join(folder, "node_modules", name));
  }
  return folder;
}

async function runMutant({ file, from, to, killedBy }: Mutant): Promise<Verdict> {
  const target = path.join(copy, file);
  const original = await readFile(target, "utf8").catch(() => "");
  if (original.split(from).length !== 2) return "DOES NOT FIT";
  await writeFile(
    target,
    original.replace(from, () => to),
  );
  vitest.invalidateFile(target);
  const survived = await pass([killedBy]);
  await writeFile(target, original);
  vitest.invalidateFile(target);
  return survived ? "SURVIVED" : "killed";
}

/** A test that fails anyway proves nothing. */
async function expectGreen(files: string[]) {
  if (files.length > 0 && !(await pass(files))) throw new Error("The tests fail without any mutant.");
}

async function pass(files: string[]): Promise<boolean> {
  await bundleTestPrograms(); // compiles the mutant for tests that start processes
  const places = files.map((file) => path.join(copy, file));
  const specifications = await vitest.globTestSpecifications(files);
  const selected = specifications.filter(({ moduleId }) => places.includes(moduleId));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(selected);
  if (unhandledErrors.length > 0) throw new Error("vitest itself failed", { cause: unhandledErrors });
  return testModules.every((testModule) => testModule.ok() || !places.includes(testModule.moduleId));
}
