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
  over: AbortSignal,
): Promise<IntegratorFigures> {
  const told: IntegratorFigures = { reads: [], writes: [], refused: 0, errors: [] };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const ask = async (took: number[], path: string, init: RequestInit) => {
    const started = performance.now();
    try {
      const answer = await fetch(`${base}/api/v1/academic/${path}`, { ...init, headers });
      await answer.arrayBuffer();
      if (answer.status === 429) told.refused += 1;
      else if (answer.ok) took.push(performance.now() - started);
      else told.errors.push(`${answer.status} ${path}`);
    } catch (error) {
      told.errors.push(`${error} ${path}`);
    }
  };
  const steadily = async (aMinute: number, once: () => Promise<void>) => {
    const underway = new Set<Promise<void>>();
    for (let next = performance.now(); !over.aborted; next += 60_000 / aMinute) {
      await wait(Math.max(0, next - performance.now()));
      const asked = once().finally(() => underway.delete(asked));
      underway.add(asked);
    }
    await Promise.all(underway);
  };
  await Promise.all([
    steadily(READS, () => ask(told.reads, "school_years", {})),
    steadily(WRITES, () =>
      ask(told.writes, "adult_enrollment", { method: "POST", body: JSON.stringify(anAdult()) }),
    ),
  ]);
  return told;
}
