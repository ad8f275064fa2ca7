import { writeFile } from "node:fs/promises";
import type { DeskFigures, Through, Visited } from "./desk";
import { placement } from "./peer";
import { machine } from "./report";

const FILE = "docs/performance-desk.md";
/** desk 9, and for what is done once with all of them. */
const GOAL_MS = 200;
const GOAL_ONCE_MS = 1_000;

export const sayDesk = (figures: DeskFigures, say: (text: string) => void) => say(report(figures));

export const writeDesk = (figures: DeskFigures) => writeFile(FILE, report(figures));

function report({ enrollments, visited, once, through }: DeskFigures): string {
  const first = visited.find(({ work }) => work === "list, first page");
  const plain = first ? at(first.ms, 0.5) : Number.NaN;
  const missed = visited.filter(({ ms }) => at(ms, 0.95) > GOAL_MS);
  return `# The desk in the large

Written by \`npm run bench -- desk\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}; ${placement}. PostgreSQL on the same machine.
Absolute figures are this machine's, with whatever else ran on it: what counts are the ratios, each page beside the first page of
the list, which costs what drawing fifty rows costs.

${enrollments.toLocaleString("en")} made-up enrollments of three years, in one process of the service with 256 MB of heap. Each page is asked for
${visited[0]?.ms.length} times, one after the other, whole, as a browser without JavaScript asks; a search is counted from sending the box
to the page that it leads to. Goal (desk 9): 95 of 100 within ${GOAL_MS} ms; missed by ${missed.length} of ${visited.length}.

| page | p50, ms | p95, ms | beside the list's first page | kB |
|---|---|---|---|---|
${visited.map((row) => visitRow(row, plain)).join("\n")}

## All at once

The whole list chosen, and looked at before something is done with it; in brackets the most memory of the process meanwhile.
Goal: ${GOAL_ONCE_MS} ms.

| step | ms | kB |
|---|---|---|
${once.map(({ work, ms, kilobytes }) => `| ${work} | ${rounded(ms, 1)}${at(ms, 1) > GOAL_ONCE_MS ? " (missed)" : ""} | ${kilobytes} |`).join("\n")}

## In the background

| work | rows | a second | most memory, MB |
|---|---|---|---|
${through.map(throughRow).join("\n")}
`;
}

function visitRow({ work, ms, kilobytes }: Visited, plain: number): string {
  const missed = at(ms, 0.95) > GOAL_MS ? " (missed)" : "";
  const cells = [
    work,
    rounded(ms, 0.5),
    rounded(ms, 0.95) + missed,
    (at(ms, 0.5) / plain).toFixed(1),
    kilobytes,
  ];
  return `| ${cells.join(" | ")} |`;
}

const throughRow = ({ work, rows, seconds, megabytes }: Through) =>
  `| ${work} | ${rows.toLocaleString("en")} | ${Math.round(rows / seconds)} | ${Math.round(megabytes)} |`;

const rounded = (ms: number[], share: number) => String(Math.round(at(ms, share)));

function at(ms: number[], share: number): number {
  const sorted = ms.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
