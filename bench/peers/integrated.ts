import { setTimeout as wait } from "node:timers/promises";
import { createApiKey } from "@/lib/api/api-keys";
import { usualScopes } from "@/lib/api/scopes";
import { schoolContext } from "@/lib/enrollment/school-context";
import { eventTypes } from "@/lib/events/schema";
import { workOnEvents } from "@/lib/events/worker";
import { mailJobsStatement } from "@/lib/mail/queue";
import { pool, prisma } from "@/lib/prisma";
import { makeEndpoint } from "@/lib/webhooks/endpoints";
import { workOnWebhooks } from "@/lib/webhooks/worker";
import { startServer } from "@/server";
import { ownVitals, reportReady } from "./report-ready";

// The API as an integrator of today has it: in a sandbox (BENCH_MODE=test), with the dispatcher in the same
// process (BENCH_DISPATCHER), or with a receiver of every event besides (BENCH_RECEIVER=URL).

const { BENCH_MODE, BENCH_DISPATCHER, BENCH_RECEIVER } = process.env;

await Promise.all([schoolContext(), mailJobsStatement()]);
const mode = BENCH_MODE === "test" ? "test" : "live";
const name = `bench ${process.pid}`;
const key = await createApiKey({ name, scopes: usualScopes, expiresAt: null, mode });
if (BENCH_RECEIVER) {
  const { id } = await prisma().apiKey.findFirstOrThrow({ where: { name }, select: { id: true } });
  await makeEndpoint(prisma(), { url: BENCH_RECEIVER, events: eventTypes }, id);
}
if (BENCH_DISPATCHER) {
  workOnWebhooks();
  workOnEvents();
}
const server = await startServer({ port: 0, host: "127.0.0.1" });
const vitals = ownVitals();
reportReady(server.port, { key, vitals: () => allTold().then(vitals) });

/** What is still to be told when a round is over is told before the next begins, and counts for this one. */
async function allTold() {
  while (BENCH_DISPATCHER && (await remaining()) > 0) await wait(100);
}

async function remaining(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(`
    select (select count(*) from enrollments e where not exists (
              select from events v where v.enrollment_id = e.id and v.type = 'enrollment.created' and v.number is not null))
         + (select count(*) from webhook_deliveries where state = 'pending') as count`);
  return Number(rows[0]?.count);
}
