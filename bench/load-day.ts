import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { completeForm } from "@/test/support/http/complete-form";
import type { Bench } from "./run";
import { type IntegratorFigures, runIntegrator } from "./support/integrator";
import { startService } from "./support/peer-server";
import { type ProcessUsage, watchProcesses } from "./support/process-usage";
import { formatTable, getPercentile } from "./support/report";

const INTEGRATORS = 5;
const FULL = { families: 2_000, seconds: 600 };
const BRIEF = { families: 30, seconds: 20 };

/** What a family takes for a page, in milliseconds: between these two. */
const THINKS = [500, 3_500] as const;

/** Of the whole time nobody new comes in the last part, so that those on their way come to the end. */
const COMING = 0.9;

/** Whom a busy service has told to come back so often to one page gives up. */
const MAX_WAITS = 10;

/** A family's step: its post, and the page that followed. `second`: since the opening. */
type StepTiming = { step: string; ms: number; second: number };

/** What became of a family: why it did not get through, how often it was told to come back, how long it was served and waited. */
type FamilyResult = { error: string | undefined; waits: number; seconds: number };

type Day = {
  families: number;
  seconds: number;
  timings: StepTiming[];
  results: FamilyResult[];
  integrators: IntegratorFigures[];
  usage: ProcessUsage[];
};

/** The first day of enrollment: families through the whole form, integrators at their limits. */
export const bench: Bench = {
  title: "Load test: first day of enrollment",
  file: "docs/performance-load-day.md",
  async measure(school, { brief, print, getNumber }) {
    const size = brief ? BRIEF : FULL;
    const families = getNumber("families") ?? size.families;
    const seconds = (getNumber("minutes") ?? size.seconds / 60) * 60;
    const keys = Array.from({ length: INTEGRATORS }, (_, at) => createKey(`integrator ${at}`, school.url));
    const service = await startService(school.url, { PROCESSES: "auto" });
    print(`Nine o'clock: ${families} families in ${seconds} seconds, ${INTEGRATORS} integrators`);
    const watcher = watchProcesses(service.pid, 1_000);
    const end = new AbortController();
    const running = keys.map((key) => runIntegrator(service.base, key, end.signal));
    const { timings, results } = await enroll(service.base, families, seconds);
    end.abort();
    const integrators = await Promise.all(running);
    const usage = watcher.stop();
    await service.stop();
    return report({ families, seconds, timings, results, integrators, usage });
  },
};

function createKey(name: string, url: string): string {
  const create = ["--import", "tsx", "commands/keys.ts", "create", name];
  const env = { ...process.env, DATABASE_URL: url };
  return execFileSync(process.execPath, create, { encoding: "utf8", env }).trim();
}

async function enroll(base: string, families: number, seconds: number) {
  const timings: StepTiming[] = [];
  const openedAt = performance.now();
  const family = async (number: number): Promise<FamilyResult> => {
    await wait(getArrival(number / families) * seconds * COMING * 1_000);
    const body = number % 3 === 0 ? anAdult() : aMinor();
    const startedAt = performance.now();
    let [thinkingMs, waits, retriesInARow] = [0, 0, 0];
    const onStep = async (step: string, _: number, ms: number) => {
      retriesInARow = 0;
      timings.push({ step, ms, second: (performance.now() - openedAt) / 1_000 });
      const pause = THINKS[0] + Math.random() * (THINKS[1] - THINKS[0]);
      thinkingMs += pause;
      await wait(pause);
    };
    const waitForRetry = async (after: number) => {
      if (retriesInARow === MAX_WAITS) throw new Error(`gave up after ${MAX_WAITS} shed requests in a row`);
      waits += 1;
      retriesInARow += 1;
      await wait(after * 1_000);
    };
    const error = await completeForm(base, body, onStep, waitForRetry).then(() => undefined, String);
    return { error, waits, seconds: (performance.now() - startedAt - thinkingMs) / 1_000 };
  };
  const results = await Promise.all(Array.from({ length: families }, (_, number) => family(number)));
  return { timings, results };
}

/** When the part `share` of the families has come, of the time: most come early, in the first third half of them. */
const getArrival = (share: number) => share ** 1.6;

function report({ families, seconds, timings, results, integrators, usage }: Day): string[] {
  const unfinished = results.flatMap(({ error }) => error ?? []);
  const waited = results.flatMap(({ waits }) => (waits > 0 ? [waits] : []));
  const complete = results.filter((family) => !family.error);
  const errors = integrators.flatMap((integrator) => integrator.errors);
  const cpu = usage.reduce((sum, { cpuMs }) => sum + cpuMs / 1_000, 0);
  const getSeconds = (families: FamilyResult[]) => families.map(({ seconds }) => seconds);
  const formatPercentiles = (figures: number[]) =>
    `p50 ${roundPercentile(figures, 0.5)} s, p95 ${roundPercentile(figures, 0.95)} s`;
  const steps: [string, number[]][] = [
    ...[...Map.groupBy(timings, ({ step }) => step)].map(([step, all]): [string, number[]] => [
      step,
      all.map(({ ms }) => ms),
    ]),
    ["integrators' reads", integrators.flatMap(({ reads }) => reads)],
    ["integrators' enrollments", integrators.flatMap(({ writes }) => writes)],
  ];
  return [
    `${families} families complete the whole form in ${seconds} seconds. Half of them come in the first third. Each spends 0.5 to 3.5 seconds on a page.
A family whose request is shed retries after Retry-After, at most ten times per page. ${INTEGRATORS} integrators send requests at their limits
(1,200 reads and 120 enrollments per minute each).`,
    formatTable(
      ["", ""],
      [
        ["families that did not finish", unfinished.length],
        [
          "families with shed requests",
          `${waited.length}, ${roundPercentile(waited, 0.5)} times each (p95 ${roundPercentile(waited, 0.95)}, at most ${Math.max(0, ...waited)})`,
        ],
        ["time for the whole form without the family's own time", formatPercentiles(getSeconds(complete))],
        [
          "the same for families without shed requests",
          formatPercentiles(getSeconds(complete.filter(({ waits }) => waits === 0))),
        ],
        ["failed requests of integrators", errors.length],
        ["highest rate with 95 of 100 steps under a second", `${highestRate(timings)} steps per second`],
        ["CPU time of the service per family, including integrators", `${(cpu / families).toFixed(2)} s`],
        ["families per hour and core at this CPU time", Math.floor((3_600 * families) / cpu)],
      ],
    ),
    [...new Set([...unfinished, ...errors])]
      .slice(0, 10)
      .map((text) => `- ${text}`)
      .join("\n"),
    `## Times by step

Milliseconds from posting a step to the next page, without shed requests.`,
    formatTable(
      ["step", "count", "p50", "p95", "p99"],
      steps.map(([step, ms]) => [
        step,
        ms.length,
        roundPercentile(ms, 0.5),
        roundPercentile(ms, 0.95),
        roundPercentile(ms, 0.99),
      ]),
    ),
    "## Processes",
    formatTable(
      ["process", "CPU time, s", "peak memory, MB"],
      usage.map(({ name, cpuMs, megabytes }) => [name, Math.round(cpuMs / 1_000), megabytes]),
    ),
  ];
}

const roundPercentile = (figures: number[], share: number) =>
  figures.length === 0 ? 0 : Math.round(getPercentile(figures, share));

/** Of all stretches of ten seconds in which 95 of 100 steps took less than a second, the busiest. */
function highestRate(answered: StepTiming[]): number {
  const intervals = [...Map.groupBy(answered, ({ second }) => Math.floor(second / 10)).values()];
  const good = intervals.filter((all) => all.filter(({ ms }) => ms < 1_000).length >= 0.95 * all.length);
  return Math.max(0, ...good.map(({ length }) => length / 10));
}
