import { AsyncLocalStorage } from "node:async_hooks";
import { type Day, toLocalDay } from "./dates";
import { singleton } from "./singleton";

/**
 * Each test key has a sandbox of its own, beside the school's live data: its own people and enrollments, with what is
 * taken among them. Its number stands in `sandbox_id`: 0, or the test key's id. Whose rows a reader sees is decided by
 * the database (prisma/sql: views, functions/current_sandbox, functions/refuse_other_sandbox): `people` and eight more are
 * views of one sandbox's rows, `all_people` has everybody's.
 */
export const LIVE = 0;

/** The trace that a request belongs to (W3C Trace Context). */
export type Trace = { traceparent: string };

/** The sandbox that a request works in, and the day that its test key has set there; the trace that it belongs to. */
export type Sandbox = { sandboxId: number; today?: Day; trace?: Trace };

const sandboxes = () => singleton("sandboxes", () => new AsyncLocalStorage<Sandbox>());

/** What is done in a sandbox, and by all that it calls; the trace stays. */
export const withSandbox = <T>(sandbox: Sandbox, work: () => T): T => {
  const { trace } = getCurrentSandbox();
  return sandboxes().run(trace && !sandbox.trace ? { ...sandbox, trace } : sandbox, work);
};

/** Where this request works; outside of any sandbox, and where the context was lost, live. */
export const getCurrentSandbox = (): Sandbox => sandboxes().getStore() ?? { sandboxId: LIVE };

/** The name of the lock under which an address or a document is given to somebody here. */
export const getLockName = (kind: "email" | "document", key: string) => toSandboxKey(`${kind} ${key}`);

/** What a limit counts: what testers do takes nothing from a family behind the same address. */
export function toSandboxKey(whom: string): string {
  const { sandboxId } = getCurrentSandbox();
  return sandboxId === LIVE ? whom : `sandbox ${sandboxId} ${whom}`;
}

/** The calendar day in the school's time zone, or the one that is set in the sandbox at work. */
export const getToday = (timeZone: string, now: Date = new Date()): Day =>
  getCurrentSandbox().today ?? toLocalDay(timeZone, now);

/** How long a browser works in a sandbox. */
export const SANDBOX_BROWSER_SECONDS = 24 * 3600;

/** The cookie of a browser that works in a sandbox. */
export const getSandboxCookieName = (secure: boolean) => `${secure ? "__Host-" : ""}matricula_sandbox`;
