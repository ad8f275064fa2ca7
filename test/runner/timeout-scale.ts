import { availableParallelism, loadavg } from "node:os";

/** The maximum scale. */
const MAX_SCALE = 5;
/** CPU time of the sample; on a busy machine it takes longer. */
const SAMPLE_MS = 150;

/**
 * How much slower than a quiet machine this one is, for timeouts of tests and database. Measured once per
 * run and passed on in the environment.
 */
export function getTimeoutScale(): number {
  process.env.DATABASE_PATIENCE ??= measureScale().toFixed(1);
  return Number(process.env.DATABASE_PATIENCE);
}

/** The scale now, with load that began later. A run keeps up to two tasks per core busy. */
export function measureTimeoutScale(): number {
  const [lastMinute = 0] = loadavg();
  return Math.max(getTimeoutScale(), Math.min(MAX_SCALE, lastMinute / availableParallelism() / 2));
}

function measureScale(): number {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  let usedMs = 0;
  while (usedMs < SAMPLE_MS) {
    const { user, system } = process.cpuUsage(before);
    usedMs = (user + system) / 1000;
  }
  return Math.min(MAX_SCALE, Math.max(1, (performance.now() - startedAt) / usedMs));
}
