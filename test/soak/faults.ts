import { setTimeout as wait } from "node:timers/promises";
import type { NetworkCondition } from "./faulty-proxy";
import type { Random } from "./random";
import type { TestDeployment } from "./test-deployment";

type Deed = (school: TestDeployment, random: Random) => Promise<void>;

/** Faults by name. */
const faults: Record<string, Deed> = {
  "server killed": (school, random) => school.killServer(random.below(2)),
  "worker killed": (school) => school.killWorker(),
  "PostgreSQL killed": (school) => school.killPostgres(),
  "servers' line reset": async (school, random) => random.oneOf(school.toServers).reset(),
  "database's line reset": async (school) => school.toPostgres.reset(),
  "servers' line late": (school, random) => weather(random.oneOf(school.toServers), "late"),
  "database's line late": (school) => weather(school.toPostgres, "late"),
  "servers' line a black hole": (school, random) => weather(random.oneOf(school.toServers), "hole"),
  "database's line a black hole": (school) => weather(school.toPostgres, "hole"),
};

const LASTS_MS = 1_500;

async function weather(line: { turn: (to: NetworkCondition) => void }, to: NetworkCondition) {
  line.turn(to);
  await wait(LASTS_MS);
  line.turn("fair");
}

/** Injects each fault in random order until `over`; counts them in `done`. */
export async function injectFaults(
  school: TestDeployment,
  random: Random,
  pauseMs: number,
  over: () => boolean,
  done: Record<string, number>,
) {
  let left: string[] = [];
  while (!over()) {
    if (left.length === 0) left = Object.keys(faults);
    const [name] = left.splice(random.below(left.length), 1) as [string];
    await faults[name]?.(school, random);
    done[name] = (done[name] ?? 0) + 1;
    await wait(pauseMs);
  }
}
