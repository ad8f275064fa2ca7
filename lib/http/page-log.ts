import type { IncomingMessage, ServerResponse } from "node:http";
import { recordResponse } from "@/lib/platform/illness";
import { errorFields, logger, logJsonLine } from "@/lib/platform/logger";
import { toMethodLabel, requestDuration } from "@/lib/platform/metrics";
import type { PageResponse } from "@/lib/platform/page-answer";
import type { Trace } from "@/lib/platform/sandbox";
import { inTrace } from "@/lib/platform/trace";
import { findRoute } from "./page-routes";

/**
 * One line and one measurement for each page and form post when its answer has left: its route, never its address.
 *
 * @param trace what the request belongs to: who closes an answer may be somebody else's
 */
export function logPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: PageResponse,
  trace: Trace | undefined,
) {
  const { method = "", url = "" } = incoming;
  const started = performance.now();
  const observe = () => {
    const milliseconds = performance.now() - started;
    const status = outgoing.headersSent ? (answer.sent ?? outgoing.statusCode) : 499; // who asked has gone
    const route = findRoute(url) ?? "unknown";
    requestDuration.observe({ route, method: toMethodLabel(method), status }, milliseconds / 1000);
    const ms = Math.round(milliseconds * 10) / 10;
    const members = `"method":"${method}","route":"${route}","status":${status},"ms":${ms}`;
    logJsonLine(members, "page");
    recordResponse(status, route, String(incoming.headers["x-forwarded-for"])); // who asks, by page-headers.ts
    if (status < 500 || answer.failure === undefined) return;
    logger.error({ method, route, status, ms, error: errorFields(answer.failure) }, "page failed");
  };
  outgoing.once("close", () => inTrace(trace, observe));
}
