import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Integrator } from "./integrators";
import type { MachineFigures } from "./machine-figures";
import { machine } from "./report";

/** A family's step: its post, and the page that followed. `at`: seconds since the opening. */
export type Answered = { step: string; status: number; ms: number; at: number };

export type Day = {
  families: number;
  seconds: number;
  answered: Answered[];
  lost: string[];
  integrators: Integrator[];
  machine: MachineFigures;
};

const FILE = "docs/performance-load-day.md";
const BUCKET_SECONDS = 10;

export function sayDay(day: Day, say: (text: string) => void) {
  say(report(day));
}

export async function writeDay(day: Day) {
  await writeFile(FILE, report(day));
}

function report(day: Day): string {
  const steps = [...Map.groupBy(day.answered, ({ step }) => step)];
  const rows = steps.map(([step, answers]) =>
    row(
      step,
      answers.map(({ ms }) => ms),
    ),
  );
  const calls = (name: "reads" | "writes") => day.integrators.flatMap((one) => one[name]);
  const errors = day.integrators.flatMap((one) => one.errors);
  const refused = day.integrators.reduce((sum, one) => sum + one.refused, 0);
  const cpu = day.machine.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return `# The first day of enrollment

Written by \`npm run bench -- load-day\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. The families and the integrators of this
bench ran on the same machine, as did PostgreSQL; absolute figures are this machine's, with whatever else ran on it.

${day.families} families through the whole form in ${day.seconds} seconds, half of them in the first third, each with half a second to three and a half
for a page; ${day.integrators.length} integrators at their limits (1,200 reads and 120 enrollments a minute each).

| | |
|---|---|
| families that did not get through | ${day.lost.length} |
| integrators' requests that failed | ${errors.length} (and ${refused} beyond a limit) |
| highest rate with 95 of 100 steps under a second | ${highestRate(day.answered)} steps a second |
| processor of the service for a family, integrators included | ${(cpu / day.families).toFixed(2)} s |
| families an hour a core at that price | ${cpu > 0 ? Math.floor((3_600 * day.families) / cpu) : "?"} |

${[...new Set([...day.lost, ...errors])]
  .slice(0, 10)
  .map((text) => `- ${text}`)
  .join("\n")}

## By step

Milliseconds from posting a step until the next page was there.

| step | times | p50 | p95 | p99 |
|---|---|---|---|---|
${[...rows, row("integrators' reads", calls("reads")), row("integrators' enrollments", calls("writes"))].join("\n")}

## Processes

${availableParallelism()} cores.

| process | processor, seconds | most memory, MB |
|---|---|---|
${day.machine.map(({ name, cpuSeconds, megabytes }) => `| ${name} | ${cpuSeconds} | ${megabytes} |`).join("\n")}
`;
}

function row(name: string, took: number[]): string {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return `| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(0.99)} |`;
}

/** Of all stretches of ten seconds in which 95 of 100 steps took less than a second, the busiest. */
function highestRate(answered: Answered[]): number {
  const stretches = Map.groupBy(answered, ({ at }) => Math.floor(at / BUCKET_SECONDS));
  const good = [...stretches.values()].filter(
    (answers) => answers.filter(({ ms }) => ms < 1_000).length >= 0.95 * answers.length,
  );
  return Math.max(0, ...good.map(({ length }) => length / BUCKET_SECONDS));
}
