import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import type { Integrator } from "./integrators";
import type { MachineFigures } from "./machine-figures";
import { machine } from "./report";

/** A family's step: its post, and the page that followed. `at`: seconds since the opening. */
export type Answered = { step: string; status: number; ms: number; at: number };

/** What became of a family: why it did not get through, how often it was told to come back, how long it was served and waited. */
export type Family = { lost: string | undefined; waits: number; seconds: number };

export type Day = {
  families: number;
  seconds: number;
  answered: Answered[];
  ways: Family[];
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
  const lost = day.ways.flatMap((way) => way.lost ?? []);
  const waited = day.ways.flatMap(({ waits }) => (waits > 0 ? [waits] : []));
  const through = day.ways.filter((way) => !way.lost);
  const unhindered = through.flatMap(({ waits, seconds }) => (waits === 0 ? [seconds] : []));
  const errors = day.integrators.flatMap((one) => one.errors);
  const refused = day.integrators.reduce((sum, one) => sum + one.refused, 0);
  const cpu = day.machine.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  return `# The first day of enrollment

Written by \`npm run bench -- load-day\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. The families and the integrators of this
bench ran on the same machine, as did PostgreSQL; absolute figures are this machine's, with whatever else ran on it.

${day.families} families through the whole form in ${day.seconds} seconds, half of them in the first third, each with half a second to three and a half
for a page; who is told to come back does so as the page says, ten times for a page at most. ${day.integrators.length} integrators at their limits (1,200 reads and 120 enrollments a minute each).

| | |
|---|---|
| families that did not get through | ${lost.length}, of them ${lost.filter((why) => why.includes("gave up")).length} because they were told to come back too often |
| families that were told to come back | ${waited.length}, ${at(waited, 0.5)} times each (p95 ${at(waited, 0.95)}, ${Math.max(0, ...waited)} at most) |
| the whole way without a family's own time | p50 ${at(
    through.map(({ seconds }) => seconds),
    0.5,
  )} s, p95 ${at(
    through.map(({ seconds }) => seconds),
    0.95,
  )} s |
| the same of those who were never told to come back | p50 ${at(unhindered, 0.5)} s, p95 ${at(unhindered, 0.95)} s |
| integrators' requests that failed | ${errors.length} (and ${refused} beyond a limit) |
| highest rate with 95 of 100 steps under a second | ${highestRate(day.answered)} steps a second |
| processor of the service for a family, integrators included | ${(cpu / day.families).toFixed(2)} s |
| families an hour a core at that price | ${cpu > 0 ? Math.floor((3_600 * day.families) / cpu) : "?"} |

${[...new Set([...lost, ...errors])]
  .slice(0, 10)
  .map((text) => `- ${text}`)
  .join("\n")}

## By step

Milliseconds from posting a step until the next page was there, without the times that it was told to come back.

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
  return `| ${name} | ${took.length} | ${at(took, 0.5)} | ${at(took, 0.95)} | ${at(took, 0.99)} |`;
}

/** What a share of the figures does not exceed, rounded. */
function at(figures: number[], share: number): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}

/** Of all stretches of ten seconds in which 95 of 100 steps took less than a second, the busiest. */
function highestRate(answered: Answered[]): number {
  const stretches = Map.groupBy(answered, ({ at }) => Math.floor(at / BUCKET_SECONDS));
  const good = [...stretches.values()].filter(
    (answers) => answers.filter(({ ms }) => ms < 1_000).length >= 0.95 * answers.length,
  );
  return Math.max(0, ...good.map(({ length }) => length / BUCKET_SECONDS));
}
