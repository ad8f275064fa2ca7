import { spawnSync } from "node:child_process";
import { findChangedTests } from "./changed-tests";

// npm run quick: types, lint, the tests that need no database, and those of the folders in which something changed:
// what is not committed, or, where all is, what the last commit changed.
const WITHOUT_DATABASE = "test/without-database.config.ts";

const places = findChangedTests();
const steps = [
  ["tsc", "--noEmit"],
  ["biome", "check", "."],
  ["vitest", "run", "--config", WITHOUT_DATABASE],
  ...(places.length > 0 ? [["vitest", "run", "--passWithNoTests", ...places]] : []),
];
for (const [program = "", ...args] of steps) {
  console.log(`> ${program} ${args.join(" ")}`);
  const { status } = spawnSync(`node_modules/.bin/${program}`, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
