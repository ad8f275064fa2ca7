import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { chart } from "./chart";
import { median, type Ratio } from "./compare";
import type { Endurance } from "./endurance";
import type { Shot } from "./load";
import type { Row, Run } from "./measure";
import { placement } from "./peer";

/** Writes docs/performance.md and its chart from one run. */
export async function writeReport(ratios: Ratio[], rows: Row[], endurance: Endurance, run: Run) {
  await writeFile("docs/performance.svg", chart(ratios));
  await writeFile("docs/performance.md", page(ratios, rows, endurance, run));
}

/** On what the figures were taken. */
export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

const page = (ratios: Ratio[], rows: Row[], endurance: Endurance, { rounds, seconds }: Run) => `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}; ${placement}. ${rounds} rounds of ${seconds} s
for each server, in turn and back again; PostgreSQL on the same machine. A ratio is the median of the rounds' ratios, with the
lowest and the highest; absolute figures are this machine's. “By processor time” compares the processor time a request took in
the server's own processes, which what else runs on the machine disturbs less. The form has [figures of its own](performance-wizard.md).

![Ratios and goals](performance.svg)

## Beside others, in one run

| work | goal | ratio | spread | by processor time | p99, ours / theirs |
|---|---|---|---|---|---|
${ratios.map(ratioRow).join("\n")}

## Each server

| work | server | a second | p99 | µs of processor a request | memory | event loop p99 | errors |
|---|---|---|---|---|---|---|---|
${rows.map(serverRow).join("\n")}

The peers are in \`bench/peers\`: bare \`node:http\` sends our bytes and headers and checks nothing; Fastify has a response schema, the
same key check, the same validation and the same pool; for writes it uses prepared statements in one transaction, or Prisma's
interactive transaction with the same named statements as ours. Matrícula runs with everything on: key, limits, log lines, metrics.
A small school has 200 people and 50 enrollments in its database, a large one 200,000 and 50,000. The load is a client of the bench's
own (\`bench/load.ts\`), which keeps 32 connections busy (16 for enrollments) and only counts what comes back.

## Many reads

${endurance.reads.toLocaleString("en")} reads of the whole service as \`npm start\` runs it (API, pages and worker in one process), plain, in gzip, in brotli and
with \`If-None-Match\` in turn, 32 connections with four requests under way on each: ${Math.round(endurance.reads / endurance.seconds).toLocaleString("en")} a second, ${endurance.errors} errors, p99 ${Math.round(endurance.p99)} ms at worst.

| | at the start | after a quarter | half | three quarters | all |
|---|---|---|---|---|---|
| memory (goal: flat, under 350 MB) | ${endurance.memory.map((value) => unit(value, "MB")).join(" | ")} |

## Two processes on two cores

The load needs processor time too, and on two cores it takes it from the servers. When a server needs *s* for a request and the load
*l*, one process beside the load answers 1/*s*, and two with the load 2/(*s* + *l*): the ratio cannot be more than 2*s*/(*s* + *l*),
which the table gives from this run. What the processes themselves lose by being two is in “by processor time”: 2 is nothing. They
lose most of it by asking the primary, which counts the limits of all, about each read; a page costs some five hundred times that.

## Where the time of a read goes

Of what a read costs beyond bare \`node:http\`: the histogram of durations and the limiter first, which are their libraries' (the
limiter's is the only promise that a read waits for); then reading the request's headers, the log line, the request id, and looking up
key, path, query and answer in maps. There is no query, no JSON work, and no hash, because the connection remembers the last key's. Log
lines leave in pieces of 32 KiB, the request id draws its chance by the thousand, and no Web \`Request\` or \`Response\` is made. The
largest part of either is the kernel's: writing ten kilobytes to a socket.
`;

function ratioRow({ work, goal, ratio, low, high, cpu, p99: [ours, theirs] }: Ratio): string {
  const cells = [
    work,
    goal,
    `**${figure(ratio)}**${ratio < goal ? " (missed)" : ""}`,
    `${figure(low)}–${figure(high)}`,
    figure(cpu),
    `${figure(ours)} / ${figure(theirs)} ms`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function serverRow({ work, name, shots }: Row): string {
  const of = (pick: (shot: Shot) => number | undefined) =>
    median(shots.map((shot) => pick(shot) ?? Number.NaN));
  const cells = [
    Math.round(of((shot) => shot.perSecond)).toLocaleString("en"),
    `${figure(of((shot) => shot.p99))} ms`,
    figure(of((shot) => shot.cpuMicros)),
    unit(
      of((shot) => shot.vitals?.rss),
      "MB",
    ),
    unit(
      of((shot) => shot.vitals?.delayP99),
      "ms",
    ),
    shots.reduce((sum, { errors }) => sum + errors, 0),
  ];
  return `| ${[work, name, ...cells].join(" | ")} |`;
}

const unit = (value: number, name: string) => (Number.isNaN(value) ? "–" : `${Math.round(value)} ${name}`);

const figure = (value: number) =>
  Number.isNaN(value) ? "–" : value >= 10 ? value.toFixed(0) : value.toFixed(2);
