import { writeFile } from "node:fs/promises";
import { median } from "./compare";
import type { Shot } from "./load";
import { placement } from "./peer";
import { machine } from "./report";
import type { LoadFigures } from "./wizard";
import type { PageFigures } from "./wizard-pages";

type Journeys = [journey: string, PageFigures[]][];

/** Writes docs/performance-wizard.md from one run. */
export async function writeWizardReport(
  journeys: Journeys,
  load: LoadFigures[],
  run: { rounds: number; seconds: number },
) {
  await writeFile("docs/performance-wizard.md", report(journeys, load, run));
}

function report(
  journeys: Journeys,
  load: LoadFigures[],
  { rounds, seconds }: { rounds: number; seconds: number },
) {
  const pages = journeys.flatMap(([, figures]) => figures);
  const most = (name: "script" | "elsewhere" | "lcp" | "cls" | "next") =>
    Math.max(...pages.map((page) => page[name] ?? 0));
  return `# The form's speed

Written by \`npm run bench -- wizard\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. Absolute figures are this machine's, with
whatever else ran on it.

| goal (W39) | the worst page |
|---|---|
| script 200 kB at most, compressed | ${kilobytes(most("script"))}${missed(most("script") > 200_000)} |
| no request to third parties | ${most("elsewhere")}${missed(most("elsewhere") > 0)} |
| largest contentful paint within 2 s | ${milliseconds(most("lcp"))}${missed(most("lcp") > 2_000)} |
| layout shift below 0.05 | ${most("cls").toFixed(3)}${missed(most("cls") >= 0.05)} |
| Continue to the next heading within 300 ms, locally | ${milliseconds(most("next"))}${missed(most("next") > 300)} |
| 300 pages a second on two cores | ${Math.round(Math.min(...load.map(({ two }) => perSecond(two))))}${missed(load.some(({ two }) => perSecond(two) < 300))} |

## In a browser

Each page of two journeys, three times with an empty cache (the median is told): a phone on slow 4G (1.6 Mbit/s down, 750 kbit/s up,
150 ms) with a processor four times slower. “Continue” is measured locally, without slowing anything down.

| journey | step | script | third parties | largest paint | layout shift | Continue → next heading |
|---|---|---|---|---|---|---|
${journeys.flatMap(([journey, figures]) => figures.map((page) => rowOf(journey, page))).join("\n")}

## On the server

A step rendered for a family whose draft is complete, read and decrypted for each page. One process: ${placement}.
Two processes (\`node:cluster\`) have both cores, and the load shares them. ${rounds} rounds of ${seconds} s, in turn.

| step | one process: pages a second | ms of processor a page | p99 | memory | two processes: pages a second | errors |
|---|---|---|---|---|---|---|
${load.map(loadRow).join("\n")}

Where the time goes is in [decisions.md](decisions.md).
`;
}

function rowOf(journey: string, { step, script, elsewhere, lcp, cls, next }: PageFigures): string {
  const cells = [journey, step, kilobytes(script), elsewhere, milliseconds(lcp), cls.toFixed(3)];
  return `| ${[...cells, next === undefined ? "–" : milliseconds(next)].join(" | ")} |`;
}

function loadRow({ step, one, two }: LoadFigures): string {
  const of = (pick: (shot: Shot) => number | undefined) =>
    median(one.map((shot) => pick(shot) ?? Number.NaN));
  const cells = [
    step,
    Math.round(perSecond(one)),
    (of(({ cpuMicros }) => cpuMicros) / 1_000).toFixed(1),
    milliseconds(of(({ p99 }) => p99)),
    `${Math.round(of(({ vitals }) => vitals?.rss))} MB`,
    Math.round(perSecond(two)),
    [...one, ...two].reduce((sum, { errors }) => sum + errors, 0),
  ];
  return `| ${cells.join(" | ")} |`;
}

const perSecond = (shots: Shot[]) => median(shots.map((shot) => shot.perSecond));
const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
const milliseconds = (value: number) => `${Math.round(value)} ms`;
const missed = (is: boolean) => (is ? " (missed)" : "");
