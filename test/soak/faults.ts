import { setTimeout as wait } from "node:timers/promises";
import type { NetworkCondition } from "./faulty-proxy";
import type { Random } from "./random";
import type { TestDeployment } from "./test-deployment";

type Fault = (school: TestDeployment, random: Random) => Promise<void>;

/** Faults by name. */
const faults: Record<string, Fault> = {
  "server killed": (school, random) => school.killServer(random.below(2)),
  "worker killed": (school) => school.killWorker(),
  "PostgreSQL killed": (school) => school.killPostgres(),
  "servers' line reset": async (school, random) => random.oneOf(school.serverProxies).reset(),
  "database's line reset": async (school) => school.postgresProxy.reset(),
  "servers' line late": (school, random) => degradeNetwork(random.oneOf(school.serverProxies), "late"),
  "database's line late": (school) => degradeNetwork(school.postgresProxy, "late"),
  "servers' line a black hole": (school, random) =>
    degradeNetwork(random.oneOf(school.serverProxies), "hole"),
  "database's line a black hole": (school) => degradeNetwork(school.postgresProxy, "hole"),
};

const FAULT_MS = 1_500;

async function degradeNetwork(
  proxy: { setCondition: (condition: NetworkCondition) => void },
  condition: NetworkCondition,
) {
  proxy.setCondition(condition);
  await wait(FAULT_MS);
  proxy.setCondition("fair");
}

/** Injects each fault in random order until `isOver`; counts them in `counts`. */
export async function injectFaults(
  school: TestDeployment,
  random: Random,
  pauseMs: number,
  isOver: () => boolean,
  counts: Record<string, number>,
) {
  let remaining: string[] = [];
  while (!isOver()) {
    if (remaining.length === 0) remaining = Object.keys(faults);
    const [name] = remaining.splice(random.below(remaining.length), 1) as [string];
    await faults[name]?.(school, random);
    counts[name] = (counts[name] ?? 0) + 1;
    await wait(pauseMs);
  }
}
