import { availableParallelism, loadavg } from "node:os";

/** So many times longer than on a quiet machine, at most. */
const MOST = 5;
/** Of processor, which this needs: on a busy machine it takes so much longer as the machine is busy. */
const SAMPLE_MS = 150;

/**
 * How many times longer than on a quiet machine tests wait, and the product for its database. Measured once a run,
 * by whoever asks first: all that it starts finds it in the environment.
 */
export function getTimeoutScale(): number {
  process.env.DATABASE_PATIENCE ??= measured().toFixed(1);
  return Number(process.env.DATABASE_PATIENCE);
}

/**
 * The same at this moment: what others began on the machine since could not be measured at the start. A run alone
 * has up to two at work for each core.
 */
export function measureTimeoutScale(): number {
  const [lastMinute = 0] = loadavg();
  return Math.max(getTimeoutScale(), Math.min(MOST, lastMinute / availableParallelism() / 2));
}

function measured(): number {
  const begun = performance.now();
  const before = process.cpuUsage();
  let usedMs = 0;
  while (usedMs < SAMPLE_MS) {
    const { user, system } = process.cpuUsage(before);
    usedMs = (user + system) / 1000;
  }
  return Math.min(MOST, Math.max(1, (performance.now() - begun) / usedMs));
}
