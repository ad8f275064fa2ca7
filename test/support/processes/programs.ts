import type { ForkOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fingerprint, PROGRAMS } from "@/server/build/build";
import { bundlePrograms } from "@/server/build/bundle-programs";
import { rawSqlEsbuildPlugin } from "@/test/runner/raw-sql/call-sites";

const FOLDER = "node_modules/.cache/matricula/programs";
const STAMP = `${FOLDER}/made-from.json`;
/** The tests' own, besides the server's and the commands. */
const OWN = [
  "test/gallery/gallery.tsx",
  "test/support/processes/round-step.ts",
  "test/support/servers/server-entry.ts",
  "test/support/processes/seed-school.ts",
  "e2e/support/servers/serve-school.ts",
  "e2e/support/servers/password-cost.ts",
  "e2e/support/servers/prepare-school.ts",
];

/** Compiles what a run of the tests starts: reading TypeScript is half of what the start of a process takes. */
export async function bundleTestPrograms() {
  const sources = await fingerprint([...PROGRAMS, "prisma", "test", "e2e/support"]);
  if (!existsSync(STAMP) || (await readFile(STAMP, "utf8")) !== sources) {
    await bundlePrograms(FOLDER, OWN, {
      plugins: [rawSqlEsbuildPlugin],
      inject: ["test/runner/raw-sql/record-call.ts"],
    });
    await writeFile(STAMP, sources);
  }
  process.env.TEST_PROGRAMS = path.resolve(FOLDER);
}

/** What Node is started with to run a program of ours, e.g. `commands/keys.ts`; from its source outside of a run. */
export function getRunArgs(program: string): string[] {
  const folder = process.env.TEST_PROGRAMS;
  if (!folder) return ["--import", "tsx", program];
  return [path.join(folder, program.replace(/\.tsx?$/, ".mjs"))];
}

/** The same for `fork`. */
export function getForkArgs(program: string): [file: string, ForkOptions] {
  const started = getRunArgs(program);
  return [started.at(-1) as string, { execArgv: started.slice(0, -1) }];
}
