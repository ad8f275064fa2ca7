import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { findMissingMigrations } from "@/lib/platform/database/migrations";
import { getPool } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { classifyDatabaseError } from "@/lib/platform/errors";
import {
  findWriteFailure,
  isDraining,
  isUnhealthy,
  runReadinessChecks,
  type WriteFailure,
} from "@/lib/platform/health";
import { registry, renderMetrics } from "@/lib/platform/metrics";

/** Answers `/healthz`, `/readyz` and `/metrics`. @returns false for other paths */
export function handleHealthRequest(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const answer = endpoints[incoming.url?.split("?")[0] ?? ""];
  if (!answer) return false;
  const isRead = incoming.method === "GET" || incoming.method === "HEAD";
  void (isRead ? answer(incoming) : notAllowed()).then(({ status, type, body }) => {
    outgoing.writeHead(status, {
      ...(status === 405 && { Allow: "GET, HEAD" }),
      "Content-Type": type,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
    outgoing.end(body);
  });
  return true;
}

type Answer = { status: number; type: string; body: string };

const endpoints: Record<string, (incoming: IncomingMessage) => Promise<Answer>> = {
  "/healthz": async () => json(200, "ok"),
  "/readyz": async () => readiness(),
  "/metrics": async ({ headers }) => {
    if (!env.METRICS_TOKEN) return json(404, "off: set METRICS_TOKEN");
    if (!isEqualSecret(headers.authorization ?? "", `Bearer ${env.METRICS_TOKEN}`))
      return json(401, "unauthorized");
    return { status: 200, type: registry.contentType, body: await renderMetrics() };
  },
};

const notAllowed = async () => json(405, "method_not_allowed");

/** `degraded`: the service works, but the operator must do something. */
async function readiness(): Promise<Answer> {
  if (isDraining()) return json(503, "stopping");
  if (isUnhealthy()) return json(503, "unavailable", { reason: "unhealthy" });
  const blocker = await findServingBlocker();
  if (blocker) return json(503, blocker.status, { reason: blocker.reason });
  const problems = await runReadinessChecks();
  return Object.keys(problems).length === 0 ? json(200, "ready") : json(200, "degraded", problems);
}

type ServingBlocker = { status: "unavailable" | "read-only"; reason: WriteFailure | "migrations_missing" };

async function findServingBlocker(): Promise<ServingBlocker | undefined> {
  try {
    if ((await findMissingMigrations(getPool())).length > 0)
      return { status: "unavailable", reason: "migrations_missing" };
    const reason = await findWriteFailure();
    return reason && { status: reason === "read_only" ? "read-only" : "unavailable", reason };
  } catch (error) {
    return { status: "unavailable", reason: classifyDatabaseError(error) ?? "failed" };
  }
}

const json = (status: number, text: string, details: object = {}): Answer => ({
  status,
  type: "application/json; charset=utf-8",
  body: JSON.stringify({ status: text, ...details }),
});

function isEqualSecret(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
