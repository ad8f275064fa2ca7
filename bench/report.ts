import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { chart } from "./chart";
import { median, type Ratio } from "./compare";
import type { Shot } from "./load";
import { placement } from "./peer";

export type Rows = { work: string; name: string; shots: Shot[] }[];

/** Writes docs/performance.md and its chart from one run. */
export async function writeReport(ratios: Ratio[], rows: Rows, run: { rounds: number; seconds: number }) {
  await writeFile("docs/performance.svg", chart(ratios));
  await writeFile("docs/performance.md", page(ratios, rows, run));
}

/** On what the figures were taken. */
export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;

function page(ratios: Ratio[], rows: Rows, { rounds, seconds }: { rounds: number; seconds: number }) {
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}; ${placement}. ${rounds} rounds of ${seconds} s
for each server, in turn and back again; PostgreSQL on the same machine. A ratio is the median of the rounds' ratios, with the
lowest and the highest; absolute figures are this machine's. “By processor time” compares the processor time a request took in
the server's own process, which what else runs on the machine disturbs less.

![Ratios and goals](performance.svg)

## Beside others, in one run

| work | goal | ratio | spread | by processor time |
|---|---|---|---|---|
${ratios.map(({ work, goal, ratio, low, high, cpu }) => `| ${work} | ${goal} | **${figure(ratio)}**${ratio < goal ? " (missed)" : ""} | ${figure(low)}–${figure(high)} | ${figure(cpu)} |`).join("\n")}

## Each server

| work | server | a second | p99 | µs of processor a request | memory | event loop p99 | errors |
|---|---|---|---|---|---|---|---|
${rows.map(rowOf).join("\n")}

The peers are in \`bench/peers\`: bare \`node:http\` sends our bytes and headers and checks nothing; Fastify has a response schema, the
same key check, the same validation and the same pool; for writes it uses prepared statements in one transaction, or Prisma's
interactive transaction with the same named statements as ours. Matrícula runs with everything on: key, limits, log lines, metrics.

## Where the time of a read goes

Of what a read costs beyond bare \`node:http\`: hashing and finding the key, counting it against its limit and telling what is left,
the log line, the histogram, the query string, and a dozen microtasks between them. There is no query and no JSON work. Log lines
leave in pieces of 32 KiB, the request id draws its chance by the thousand, and no
Web \`Request\` or \`Response\` is made.
`;
}

function rowOf({ work, name, shots }: Rows[number]): string {
  const of = (pick: (shot: Shot) => number | undefined) =>
    median(shots.map((shot) => pick(shot) ?? Number.NaN));
  const cells = [
    Math.round(of((shot) => shot.perSecond)).toLocaleString("en"),
    `${of((shot) => shot.p99)} ms`,
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
