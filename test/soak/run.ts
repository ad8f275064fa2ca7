import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { buildIfStale } from "@/server/build/build";
import { stopChildren } from "../support/processes/child-processes";
import { enrollFamilies } from "./enroll-families";
import { injectFaults } from "./faults";
import { checkLedger, findDiscrepancies, type LedgerCounts, waitForMessages } from "./ledger-check";
import { createRandom } from "./random";
import { startTestDeployment } from "./test-deployment";

// npm run soak -- [--minutes 10] [--seed 1]: servers, worker, database and connections fail.

/** The provider accepts four messages a second; a family has two on average. */
const FAMILY_EVERY_MS = 600;
/** Between two faults. */
const PAUSE_MS = 2_000;
/** Two servers and a worker with ten connections each, listeners and jobs. */
const MAX_CONNECTIONS = 45;
const MAX_MEGABYTES = 400;
const MAX_DESCRIPTORS = 120;

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const seconds = Number(values.minutes ?? 10) * 60;
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
if (!(seconds > 0) || !Number.isInteger(seed)) {
  console.error("npm run soak -- [--minutes NUMBER] [--seed WHOLE-NUMBER]");
  process.exit(1);
}

console.log(`seed ${seed}`);
await buildIfStale(console.log);
const result = await runWithFaults();
printSection("Faults", result.done);
printSection("Ledger", result.ledger);
printSection("Afterwards", { connections: result.connections, servers: JSON.stringify(result.metrics) });
await stopChildren();

const problems = [...result.wrong, ...result.problems];
for (const problem of problems.slice(0, 50)) console.error(problem);
console.log(
  problems.length === 0 ? "Clean." : `${problems.length} problems; the same again with --seed ${seed}`,
);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * Enrolls families while servers, worker, PostgreSQL and connections fail. Afterwards all data must be
 * consistent.
 */
async function runWithFaults() {
  const random = createRandom(seed);
  const school = await startTestDeployment(createRandom(seed + 2));
  try {
    const end = Date.now() + seconds * 1000;
    const done: Record<string, number> = {};
    const isOver = () => Date.now() >= end;
    const [{ families, settled }] = await Promise.all([
      enrollFamilies(
        { key: school.key, pickPort: (generator) => generator.oneOf(school.serverProxies).port },
        random,
        FAMILY_EVERY_MS,
        isOver,
      ),
      injectFaults(school, createRandom(seed + 1), PAUSE_MS, isOver, done),
    ]);
    await settled;
    await waitForMessages(school, 240 + families.length);
    const ledger = await checkLedger(school, families);
    const [{ connections } = { connections: 0 }] = await school.query<{ connections: number }>(
      "select count(*)::int as connections from pg_stat_activity where application_name like 'matricula%'",
    );
    const metrics = school.pids().map(getProcessMetrics);
    const wrong = families.flatMap((family) => family.wrong);
    return {
      done,
      ledger,
      connections,
      metrics,
      wrong,
      problems: listProblems(ledger, connections, metrics),
    };
  } finally {
    await school.stop();
  }
}

type ProcessMetrics = ReturnType<typeof getProcessMetrics>[];

function listProblems(ledger: LedgerCounts, connections: number, metrics: ProcessMetrics): string[] {
  const problems = findDiscrepancies(ledger).map(([name, value]) => `${name}: ${value}`);
  if (connections > MAX_CONNECTIONS) problems.push(`${connections} connections to PostgreSQL are open`);
  for (const processMetrics of metrics) {
    if (processMetrics && processMetrics.megabytes > MAX_MEGABYTES)
      problems.push(`a server has ${processMetrics.megabytes} MB`);
    if (processMetrics && processMetrics.descriptors > MAX_DESCRIPTORS)
      problems.push(`a server has ${processMetrics.descriptors} descriptors`);
  }
  return problems;
}

/** Memory in megabytes and open descriptors (Linux only). */
function getProcessMetrics(pid: number): { megabytes: number; descriptors: number } | undefined {
  if (process.platform !== "linux") return;
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return {
    megabytes: Math.round(Number(kilobytes) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}

function printSection(title: string, values: Record<string, unknown>) {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(values)) console.log(`  ${name.padEnd(32)} ${value}`);
}
