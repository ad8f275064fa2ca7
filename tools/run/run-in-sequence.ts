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
const cpuSeconds = new Map<string, number>();
let lastCpuSeconds = getCpuSeconds();
for (const parts of process.argv.slice(2)) {
  const results = await Promise.all(parts.split("+").map((script, index) => run(script, index === 0)));
  for (const { script, status, output } of results) {
    process.stdout.write(output);
    if (status !== 0) failed.push(script); // also when killed, for example out of memory
  }
  if (stopped) process.exit(1);
}
console.log(formatSummary(cpuSeconds));
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run(script: string, isVisible: boolean) {
  const child = spawn("npm", ["run", script], { stdio: isVisible ? "inherit" : ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr?.on("data", (chunk) => output.push(chunk));
  child.once("exit", () => {
    const now = getCpuSeconds();
    cpuSeconds.set(script, (cpuSeconds.get(script) ?? 0) + now - lastCpuSeconds);
    lastCpuSeconds = now;
  });
  const [status] = await once(child, "close");
  return { script, status, output: Buffer.concat(output) };
}
