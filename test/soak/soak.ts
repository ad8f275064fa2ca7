import { enrollFamilies } from "./enroll-families";
import { injectFaults } from "./faults";
import { checkLedger, findDiscrepancies, type LedgerCounts, waitForMessages } from "./ledger-check";
import { getProcessMetrics } from "./process-metrics";
import { createRandom } from "./random";
import { startTestDeployment } from "./test-deployment";

/** The provider accepts four messages a second; a family has two on average. */
const FAMILY_EVERY_MS = 600;
/** Between two faults. */
const PAUSE_MS = 2_000;

/**
 * Enrolls families while servers, worker, PostgreSQL and connections fail. Afterwards all data must be
 * consistent.
 */
export async function runFaultSoak({ seed, seconds }: { seed: number; seconds: number }) {
  const random = createRandom(seed);
  const school = await startTestDeployment(createRandom(seed + 2));
  try {
    const end = Date.now() + seconds * 1000;
    const done: Record<string, number> = {};
    const over = () => Date.now() >= end;
    const [{ families, settled }] = await Promise.all([
      enrollFamilies(
        { key: school.key, aPort: (dice) => dice.oneOf(school.toServers).port },
        random,
        FAMILY_EVERY_MS,
        over,
      ),
      injectFaults(school, createRandom(seed + 1), PAUSE_MS, over, done),
    ]);
    await settled;
    await waitForMessages(school, 240 + families.length);
    const ledger = await checkLedger(school, families);
    const [{ connections } = { connections: 0 }] = await school.query<{ connections: number }>(
      "select count(*)::int as connections from pg_stat_activity where application_name like 'matricula%'",
    );
    const figures = school.pids().map(getProcessMetrics);
    const wrong = families.flatMap((family) => family.wrong);
    return {
      done,
      ledger,
      connections,
      figures,
      wrong,
      complaints: complaintsOfFire(ledger, connections, figures),
    };
  } finally {
    await school.stop();
  }
}

/** Two servers and a worker with ten connections each, listeners and jobs. */
const MAX_CONNECTIONS = 45;
const MAX_MEGABYTES = 400;
const MAX_DESCRIPTORS = 120;

type Figures = ReturnType<typeof getProcessMetrics>[];

function complaintsOfFire(ledger: LedgerCounts, connections: number, figures: Figures): string[] {
  const complaints = findDiscrepancies(ledger).map(([name, value]) => `${name}: ${value}`);
  if (connections > MAX_CONNECTIONS) complaints.push(`${connections} connections to PostgreSQL are open`);
  for (const figure of figures) {
    if (figure && figure.megabytes > MAX_MEGABYTES) complaints.push(`a server has ${figure.megabytes} MB`);
    if (figure && figure.descriptors > MAX_DESCRIPTORS)
      complaints.push(`a server has ${figure.descriptors} descriptors`);
  }
  return complaints;
}
