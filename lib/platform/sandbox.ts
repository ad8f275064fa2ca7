import { AsyncLocalStorage } from "node:async_hooks";
import { type Day, toLocalDay } from "./dates";
import { singleton } from "./singleton";

/**
 * Each test key has a sandbox beside the live school: `sandbox_id` is 0 (live) or the key's id. The database
 * decides which rows a query sees (prisma/sql: views, functions/current_sandbox, functions/refuse_other_sandbox):
 * `people` and eight more are views of one sandbox, `all_people` has all rows.
 */
export const LIVE = 0;

/** The trace that a request belongs to (W3C Trace Context). */
export type Trace = { traceparent: string };

/** The sandbox and trace of a request, and the date that the test key has set in the sandbox. */
export type Sandbox = { sandboxId: number; today?: Day; trace?: Trace };

const sandboxes = () => singleton("sandboxes", () => new AsyncLocalStorage<Sandbox>());

export const withSandbox = <T>(sandbox: Sandbox, task: () => T): T => {
  const { trace } = getCurrentSandbox();
  return sandboxes().run(trace && !sandbox.trace ? { ...sandbox, trace } : sandbox, task);
};

/** The current sandbox; live outside of any, and where the async context was lost. */
export const getCurrentSandbox = (): Sandbox => sandboxes().getStore() ?? { sandboxId: LIVE };

/** The name of the lock under which an e-mail address or document is assigned in this sandbox. */
export const getLockName = (kind: "email" | "document", key: string) => toSandboxKey(`${kind} ${key}`);

/** The key of a rate limit, separate per sandbox, so that testers do not use up the limit of families. */
export function toSandboxKey(key: string): string {
  const { sandboxId } = getCurrentSandbox();
  return sandboxId === LIVE ? key : `sandbox ${sandboxId} ${key}`;
}

/** Today in the school's time zone, or the date that is set in the current sandbox. */
export const getToday = (timeZone: string, now: Date = new Date()): Day =>
  getCurrentSandbox().today ?? toLocalDay(timeZone, now);

export const SANDBOX_BROWSER_SECONDS = 24 * 3600;
