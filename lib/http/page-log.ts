import type { IncomingMessage, ServerResponse } from "node:http";
import { splitPath } from "@/lib/i18n/paths";
import { answered } from "@/lib/illness";
import { errorFields, logger, logLine } from "@/lib/logger";
import { methodLabel, requestDuration } from "@/lib/metrics";
import type { PageAnswer } from "@/lib/page-answer";
import { isFile } from "./page-headers";
import { pageRoutes } from "./page-routes";

/** One line and one measurement for each page and form post when its answer has left: its route, never its address. */
export function observePage(incoming: IncomingMessage, outgoing: ServerResponse, answer: PageAnswer) {
  const { method = "", url = "" } = incoming;
  if (isFile(url)) return;
  const started = performance.now();
  outgoing.once("close", () => {
    const milliseconds = performance.now() - started;
    const status = outgoing.headersSent ? (answer.sent ?? outgoing.statusCode) : 499; // who asked has gone
    const route = routeOf(url);
    requestDuration.observe({ route, method: methodLabel(method), status }, milliseconds / 1000);

    const ms = Math.round(milliseconds * 10) / 10;
    const members = `"method":"${method}","route":"${route}","status":${status},"ms":${ms}`;
    logLine(members, "page");
    answered(status, route, String(incoming.headers["x-forwarded-for"])); // who asks, by page-headers.ts
    if (status < 500 || answer.failure === undefined) return;
    logger.error({ method, route, status, ms, error: errorFields(answer.failure) }, "page failed");
  });
}

function routeOf(url: string): string {
  const { path } = splitPath(url.split("?", 1)[0] as string);
  return pageRoutes().find(({ pattern }) => pattern.test(path))?.route ?? "unknown";
}
