import { getCurrentSandbox, type Trace, withSandbox } from "./sandbox";

const TRACEPARENT =
  /^(?:00|(?!ff)[0-9a-f]{2}(?=.{53}(?:-|$)))-((?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2})/;

/** Parses a `traceparent` header: version 00, or the known part of a later version; undefined for anything else. */
export function parseTrace(header: unknown): Trace | undefined {
  if (typeof header !== "string" || (header.startsWith("00") && header.length !== 55)) return;
  const [, ids] = TRACEPARENT.exec(header) ?? [];
  return toTrace(ids && `00-${ids}`);
}

export const inTrace = <T>(trace: Trace | undefined, task: () => T): T =>
  trace ? withSandbox({ ...getCurrentSandbox(), trace }, task) : task();

export const toTrace = (traceparent: string | null | undefined): Trace | undefined =>
  traceparent ? { traceparent } : undefined;

export const getTraceparent = (): string | undefined => getCurrentSandbox().trace?.traceparent;

export function traceHeaders(): { traceparent?: string } {
  const traceparent = getTraceparent();
  return traceparent ? { traceparent } : {};
}
