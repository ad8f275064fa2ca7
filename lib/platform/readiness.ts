import { singleton } from "./singleton";

/** What waits for the operator, in words; undefined when nothing does. */
type ReadinessCheck = () => Promise<string | undefined>;

const state = () => singleton("readiness", () => ({ stopping: false, concerns: new Map<string, ReadinessCheck>() }));

/** Adds something that `/readyz` calls `degraded`: families are served, the operator is needed. */
export function registerReadinessCheck(name: string, concern: ReadinessCheck) {
  state().concerns.set(name, concern);
}

/** Every concern that there is now, by name; one that cannot be asked is none. */
export async function runReadinessChecks(): Promise<Record<string, string>> {
  const asked = [...state().concerns].map(async ([name, concern]) => [
    name,
    await concern().catch(() => undefined),
  ]);
  return Object.fromEntries((await Promise.all(asked)).filter(([, words]) => words !== undefined));
}

/** From now on `/readyz` says 503, so that whoever balances sends nothing new. */
export function startDraining() {
  state().stopping = true;
}

export const isDraining = () => state().stopping;
