import { currentSandbox, inside } from "./sandbox";
import { singleton } from "./singleton";
import type { Attributes, Span, Trace } from "./span";

type BeginSpan = (kind: "server" | "client", parent: string | undefined) => Span;

/** Where spans are written down; empty unless `server/tracing.ts` has been told where to. */
export const spans = (): { begin?: BeginSpan } => singleton("spans", () => ({}));

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
  trace ? inside({ ...currentSandbox(), trace }, work) : work();

/** The trace of a request that has come in, which goes on from its caller's where that named one. */
export function receivedTrace(header: unknown): Trace | undefined {
  const parent = readTraceparent(header);
  const span = spans().begin?.("server", parent);
  const traceparent = span?.traceparent ?? parent;
  return traceparent === undefined ? undefined : { traceparent, span };
}

/** The trace in which something was queued that is done now. */
export const queuedTrace = (traceparent: string | null | undefined): Trace | undefined =>
  traceparent ? { traceparent } : undefined;

/** Ends the span of a request that is answered. */
export function endRequestSpan(answer: { method: string; route: string; status: number }) {
  const { method, route, status } = answer;
  const attributes = {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
  };
  currentSandbox().trace?.span?.end(`${method} ${route}`, attributes, status >= 500);
}

/** The `traceparent` that what is queued now keeps for later. */
export const currentTraceparent = (): string | undefined => currentSandbox().trace?.traceparent;

type Ended = { attributes: Attributes; failed: boolean };

/**
 * Asks somebody else, who is told which trace that belongs to.
 *
 * @param work is given the header to send, where there is one
 * @param ended what the span says of its result
 */
export async function callOut<T>(
  name: string,
  work: (headers: { traceparent?: string }) => Promise<T>,
  ended: (result: T) => Ended,
): Promise<T> {
  const span = spans().begin?.("client", currentTraceparent());
  const traceparent = span?.traceparent ?? currentTraceparent();
  const result = await work(traceparent ? { traceparent } : {}).catch((error: unknown) => {
    span?.end(name, {}, true);
    throw error;
  });
  const { attributes, failed } = ended(result);
  span?.end(name, attributes, failed);
  return result;
}
