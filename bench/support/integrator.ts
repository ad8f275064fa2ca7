import { setTimeout as wait } from "node:timers/promises";
import { anAdult } from "@/test/support/data/factories";

/** An integrator may read so often a minute, and write so often (lib/platform/env.ts). */
const READS = 1_200;
const WRITES = 120;

export type IntegratorFigures = { reads: number[]; writes: number[]; refused: number; errors: string[] };

/** Reads the catalogue and enrolls adults as often as it may, until it is over; milliseconds of each. */
export async function runIntegrator(
  base: string,
  key: string,
  stopped: AbortSignal,
): Promise<IntegratorFigures> {
  const figures: IntegratorFigures = { reads: [], writes: [], refused: 0, errors: [] };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const request = async (durations: number[], path: string, init: RequestInit) => {
    const startedAt = performance.now();
    try {
      const answer = await fetch(`${base}/api/v1/academic/${path}`, { ...init, headers });
      await answer.arrayBuffer();
      if (answer.status === 429) figures.refused += 1;
      else if (answer.ok) durations.push(performance.now() - startedAt);
      else figures.errors.push(`${answer.status} ${path}`);
    } catch (error) {
      figures.errors.push(`${error} ${path}`);
    }
  };
  const repeat = async (perMinute: number, task: () => Promise<void>) => {
    const running = new Set<Promise<void>>();
    for (let next = performance.now(); !stopped.aborted; next += 60_000 / perMinute) {
      await wait(Math.max(0, next - performance.now()));
      const pending = task().finally(() => running.delete(pending));
      running.add(pending);
    }
    await Promise.all(running);
  };
  await Promise.all([
    repeat(READS, () => request(figures.reads, "school_years", {})),
    repeat(WRITES, () =>
      request(figures.writes, "adult_enrollment", { method: "POST", body: JSON.stringify(anAdult()) }),
    ),
  ]);
  return figures;
}
