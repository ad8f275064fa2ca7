import type { ForkOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fingerprint, PROGRAMS } from "@/server/build";
import { compilePrograms } from "@/server/compile";
import { markRawSqlInPrograms } from "./raw-sql/sites";

const FOLDER = "node_modules/.cache/matricula/programs";
const STAMP = `${FOLDER}/made-from.json`;
/** The tests' own, besides the server's and the commands. */
const OWN = [
  "test/gallery/gallery.tsx",
  "test/round-step.ts",
  "test/serve.ts",
  "test/seed-school.ts",
  "e2e/support/serve-school.ts",
  "e2e/support/password-cost.ts",
  "e2e/support/prepare-school.ts",
];

/** Compiles what a run of the tests starts: reading TypeScript is half of what the start of a process takes. */
export async function compileForTests() {
  const sources = await fingerprint([...PROGRAMS, "prisma", "test", "e2e/support"]);
  if (!existsSync(STAMP) || (await readFile(STAMP, "utf8")) !== sources) {
    await compilePrograms(FOLDER, OWN, { plugins: [markRawSqlInPrograms], inject: ["test/raw-sql/note.ts"] });
    await writeFile(STAMP, sources);
  }
  process.env.TEST_PROGRAMS = path.resolve(FOLDER);
}

/** What Node is started with to run a program of ours, e.g. `commands/keys.ts`; from its source outside of a run. */
export function toRun(program: string): string[] {
  const folder = process.env.TEST_PROGRAMS;
  if (!folder) return ["--import", "tsx", program];
  return [path.join(folder, program.replace(/\.tsx?$/, ".mjs"))];
}

/** The same for `fork`. */
export function toFork(program: string): [file: string, ForkOptions] {
  const started = toRun(program);
  return [started.at(-1) as string, { execArgv: started.slice(0, -1) }];
}
