import { spawnSync } from "node:child_process";

// npm test: each of these npm scripts in turn, also after one that fails, so that one failure hides no other.
const parts = process.argv.slice(2);
const failed = parts.filter((part) => {
  const { status, signal } = spawnSync("npm", ["run", part], { stdio: "inherit" });
  if (signal) process.exit(1); // Ctrl-C ends all of them
  return status !== 0;
});
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
process.exit(failed.length > 0 ? 1 : 0);
