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
type Answered = { step: string; ms: number; second: number };

/** What became of a family: why it did not get through, how often it was told to come back, how long it was served and waited. */
type Family = { lost: string | undefined; waits: number; seconds: number };

type Day = {
  families: number;
  seconds: number;
  answered: Answered[];
  ways: Family[];
  integrators: IntegratorFigures[];
  used: ProcessUsage[];
};

/** The first day of enrollment: families through the whole form, integrators at their limits. */
export const bench: Bench = {
  title: "Load test: first day of enrollment",
  file: "docs/performance-load-day.md",
  async measure(school, { brief, say, given }) {
    const size = brief ? BRIEF : FULL;
    const families = given("families") ?? size.families;
    const seconds = (given("minutes") ?? size.seconds / 60) * 60;
    const keys = Array.from({ length: INTEGRATORS }, (_, at) => keyOf(`integrator ${at}`, school.url));
    const service = await startService(school.url, { PROCESSES: "auto" });
    say(`Nine o'clock: ${families} families in ${seconds} seconds, ${INTEGRATORS} integrators`);
    const watching = watchProcesses(service.pid, 1_000);
    const over = new AbortController();
    const integrating = keys.map((key) => runIntegrator(service.base, key, over.signal));
    const { answered, ways } = await enroll(service.base, families, seconds);
    over.abort();
    const integrators = await Promise.all(integrating);
    const used = watching.stop();
    await service.stop();
    return report({ families, seconds, answered, ways, integrators, used });
  },
};

function keyOf(name: string, url: string): string {
  const create = ["--import", "tsx", "commands/keys.ts", "create", name];
  const env = { ...process.env, DATABASE_URL: url };
  return execFileSync(process.execPath, create, { encoding: "utf8", env }).trim();
}

async function enroll(base: string, families: number, seconds: number) {
  const answered: Answered[] = [];
  const opened = performance.now();
  const family = async (number: number): Promise<Family> => {
    await wait(comesAt(number / families) * seconds * COMING * 1_000);
    const body = number % 3 === 0 ? anAdult() : aMinor();
    const began = performance.now();
    let [thought, waits, inARow] = [0, 0, 0];
    const between = async (step: string, _: number, ms: number) => {
      inARow = 0;
      answered.push({ step, ms, second: (performance.now() - opened) / 1_000 });
      const pause = THINKS[0] + Math.random() * (THINKS[1] - THINKS[0]);
      thought += pause;
      await wait(pause);
    };
    const comeBack = async (after: number) => {
      if (inARow === MAX_WAITS) throw new Error(`gave up after ${MAX_WAITS} shed requests in a row`);
      waits += 1;
      inARow += 1;
      await wait(after * 1_000);
    };
    const lost = await completeForm(base, body, between, comeBack).then(() => undefined, String);
    return { lost, waits, seconds: (performance.now() - began - thought) / 1_000 };
  };
  const ways = await Promise.all(Array.from({ length: families }, (_, number) => family(number)));
  return { answered, ways };
}

/** When the part `share` of the families has come, of the time: most come early, in the first third half of them. */
const comesAt = (share: number) => share ** 1.6;

function report({ families, seconds, answered, ways, integrators, used }: Day): string[] {
  const lost = ways.flatMap(({ lost }) => lost ?? []);
  const waited = ways.flatMap(({ waits }) => (waits > 0 ? [waits] : []));
  const through = ways.filter((way) => !way.lost);
  const errors = integrators.flatMap((one) => one.errors);
  const cpu = used.reduce((sum, { cpuMs }) => sum + cpuMs / 1_000, 0);
  const took = (of: Family[]) => of.map((way) => way.seconds);
  const both = (figures: number[]) => `p50 ${rounded(figures, 0.5)} s, p95 ${rounded(figures, 0.95)} s`;
  const steps: [string, number[]][] = [
    ...[...Map.groupBy(answered, ({ step }) => step)].map(([step, all]): [string, number[]] => [
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
        ["families that did not finish", lost.length],
        [
          "families with shed requests",
          `${waited.length}, ${rounded(waited, 0.5)} times each (p95 ${rounded(waited, 0.95)}, at most ${Math.max(0, ...waited)})`,
        ],
        ["time for the whole form without the family's own time", both(took(through))],
        [
          "the same for families without shed requests",
          both(took(through.filter(({ waits }) => waits === 0))),
        ],
        ["failed requests of integrators", errors.length],
        ["highest rate with 95 of 100 steps under a second", `${highestRate(answered)} steps per second`],
        ["CPU time of the service per family, including integrators", `${(cpu / families).toFixed(2)} s`],
        ["families per hour and core at this CPU time", Math.floor((3_600 * families) / cpu)],
      ],
    ),
    [...new Set([...lost, ...errors])]
      .slice(0, 10)
      .map((text) => `- ${text}`)
      .join("\n"),
    `## Times by step

Milliseconds from posting a step to the next page, without shed requests.`,
    formatTable(
      ["step", "count", "p50", "p95", "p99"],
      steps.map(([step, ms]) => [step, ms.length, rounded(ms, 0.5), rounded(ms, 0.95), rounded(ms, 0.99)]),
    ),
    "## Processes",
    formatTable(
      ["process", "CPU time, s", "peak memory, MB"],
      used.map(({ name, cpuMs, megabytes }) => [name, Math.round(cpuMs / 1_000), megabytes]),
    ),
  ];
}

const rounded = (figures: number[], share: number) =>
  figures.length === 0 ? 0 : Math.round(getPercentile(figures, share));

/** Of all stretches of ten seconds in which 95 of 100 steps took less than a second, the busiest. */
function highestRate(answered: Answered[]): number {
  const stretches = [...Map.groupBy(answered, ({ second }) => Math.floor(second / 10)).values()];
  const good = stretches.filter((all) => all.filter(({ ms }) => ms < 1_000).length >= 0.95 * all.length);
  return Math.max(0, ...good.map(({ length }) => length / 10));
}
