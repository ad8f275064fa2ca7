import type { ForkOptions } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fingerprint, PROGRAMS } from "@/server/build/build";
import { bundlePrograms } from "@/server/build/bundle-programs";
import { rawSqlEsbuildPlugin } from "@/test/runner/raw-sql/call-sites";

const FOLDER = "node_modules/.cache/matricula/programs";
const STAMP = `${FOLDER}/made-from.json`;
/** Programs of tests. */
const TEST_PROGRAMS = [
  "test/support/processes/round-step.ts",
  "test/support/servers/server-entry.ts",
  "test/support/processes/seed-school.ts",
  "e2e/support/servers/serve-school.ts",
  "e2e/support/servers/password-cost.ts",
  "e2e/support/servers/prepare-school.ts",
];

/** Compiles programs that tests start, because TypeScript takes half of a start. */
export async function bundleTestPrograms() {
  const sources = await fingerprint([...PROGRAMS, "prisma", "test", "e2e/support"]);
  if (!existsSync(STAMP) || (await readFile(STAMP, "utf8")) !== sources) {
    await bundlePrograms(FOLDER, TEST_PROGRAMS, {
      plugins: [rawSqlEsbuildPlugin],
      inject: ["test/runner/raw-sql/record-call.ts"],
    });
    await writeFile(STAMP, sources);
  }
  process.env.TEST_PROGRAMS = path.resolve(FOLDER);
}

/** Arguments of Node for a program, such as `commands/keys.ts`; from source outside of a run. */
export function getRunArgs(program: string): string[] {
  const folder = process.env.TEST_PROGRAMS;
  if (!folder) return ["--import", "tsx", program];
  return [path.join(folder, program.replace(/\.tsx?$/, ".mjs"))];
}

/** For `fork`. */
export function getForkArgs(program: string): [file: string, ForkOptions] {
  const args = getRunArgs(program);
  return [args.at(-1) as string, { execArgv: args.slice(0, -1) }];
}
