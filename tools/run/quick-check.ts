import { spawnSync } from "node:child_process";
import { findChangedTests } from "./changed-tests";

// npm run quick: types, lint, tests without a database, and the tests in folders with changes: uncommitted ones, or
// else those of the last commit.
const WITHOUT_DATABASE = "test/without-database.config.ts";

const tests = findChangedTests();
const steps = [
  ["tsc", "--noEmit"],
  ["biome", "check", "."],
  ["vitest", "run", "--config", WITHOUT_DATABASE],
  ...(tests.length > 0 ? [["vitest", "run", "--passWithNoTests", ...tests]] : []),
];
for (const [program = "", ...args] of steps) {
  console.log(`> ${program} ${args.join(" ")}`);
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
