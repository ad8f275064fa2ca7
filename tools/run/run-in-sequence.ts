import { spawn } from "node:child_process";
import { once } from "node:events";
// No "@/" imports, because tsx resolves them from the current folder, and the test runs elsewhere.
import { getCpuSeconds } from "../../test/runner/cpu-time/cpu-time.ts";
import { deleteFileTimes } from "../../test/runner/cpu-time/slowest-files.ts";
import { formatSummary } from "../../test/runner/cpu-time/summary.ts";

// npm test and npm run night: runs npm scripts in order and continues after a failure. Scripts joined by + run in parallel:
// the first prints at once, the others at the end.
let stopped = false;
process.on("SIGINT", () => (stopped = true)); // the scripts receive Ctrl-C too

deleteFileTimes();
const failed: string[] = [];
const taken = new Map<string, number>();
let takenBefore = getCpuSeconds();
for (const parts of process.argv.slice(2)) {
  const ended = await Promise.all(parts.split("+").map((part, at) => run(part, at === 0)));
  for (const { part, status, printed } of ended) {
    process.stdout.write(printed);
    if (status !== 0) failed.push(part); // also when killed, for example out of memory
  }
  if (stopped) process.exit(1);
}
console.log(formatSummary(taken));
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run(part: string, seen: boolean) {
  const child = spawn("npm", ["run", part], { stdio: seen ? "inherit" : ["ignore", "pipe", "pipe"] });
  const printed: Buffer[] = [];
  child.stdout?.on("data", (chunk) => printed.push(chunk));
  child.stderr?.on("data", (chunk) => printed.push(chunk));
  child.once("exit", () => {
    const now = getCpuSeconds();
    taken.set(part, (taken.get(part) ?? 0) + now - takenBefore);
    takenBefore = now;
  });
  const [status] = await once(child, "close");
  return { part, status, printed: Buffer.concat(printed) };
}
