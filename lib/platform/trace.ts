import { getCurrentSandbox, type Trace, withSandbox } from "./sandbox";

const TRACEPARENT =
  /^(?:00|(?!ff)[0-9a-f]{2}(?=.{53}(?:-|$)))-((?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})/;

/** A `traceparent` as version 00 says it; of a later version what that knows; undefined for anything else. */
export function readTraceparent(header: unknown): string | undefined {
  if (typeof header !== "string" || (header.startsWith("00") && header.length !== 55)) return;
  const [, ids] = TRACEPARENT.exec(header) ?? [];
  return ids && `00-${ids}`;
}

/** What is done in a trace, and by all that it calls; without one as it is. */
export const inTrace = <T>(trace: Trace | undefined, work: () => T): T =>
  trace ? withSandbox({ ...getCurrentSandbox(), trace }, work) : work();

/** The trace that the caller of a request named. */
export const receivedTrace = (header: unknown): Trace | undefined => queuedTrace(readTraceparent(header));

/** The trace in which something was queued that is done now. */
export const queuedTrace = (traceparent: string | null | undefined): Trace | undefined =>
  traceparent ? { traceparent } : undefined;

/** The `traceparent` that what is queued now keeps for later. */
export const currentTraceparent = (): string | undefined => getCurrentSandbox().trace?.traceparent;

/** The header that tells another service which trace a request belongs to. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent();
  return traceparent ? { traceparent } : {};
}
