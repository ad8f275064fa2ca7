import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import { Gauge } from "prom-client";
import { getPool } from "@/lib/platform/database/prisma";
import { registerReadinessCheck } from "@/lib/platform/health";
import type { QueueName } from "@/lib/platform/jobs";
import { errorFields, logger } from "@/lib/platform/logger";
import { registry } from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/singleton";
import { inTrace, queuedTrace } from "@/lib/platform/trace";
import { checkRendering, storedRenderFailure } from "./check-rendering";
import { deliverMessage, probeProvider } from "./delivery";
import { mailStates } from "./mail-kinds";
import { getMailSuspension } from "./pause";
import { type MailJobData, mailQueues } from "./writes";

type MailJob = JobWithMetadata<MailJobData>;

/** Delivers queued messages from now on; any number of processes may do so at once. */
export async function startMailWorker(boss: PgBoss): Promise<void> {
  await boss.schedule(PROBE_QUEUE, "* * * * *");
  await boss.send(PROBE_QUEUE); // what held them may be mended: this process has the newest environment
  await boss.work(PROBE_QUEUE, { pollingIntervalSeconds: 5 }, probe);
  for (const queue of mailQueues)
    await boss.work<MailJobData, JobResult[], typeof options>(queue, options, (jobs) =>
      Promise.all(jobs.map((job) => inTrace(queuedTrace(job.data.traceparent), () => deliverJob(job)))),
    );
}

/** Adds the outbox to `/metrics` and its trouble to `/readyz`: messages by state (queued, sent, failed, …) and the oldest one's wait. */
export function registerMailMetrics() {
  registerReadinessCheck("mail", async () => {
    const [hold, failure] = [await getMailSuspension(), await storedRenderFailure()];
    const words = [hold && `held since ${hold.since.toISOString()}: ${hold.code}`, failure].filter(Boolean);
    return words.length > 0 ? words.join("; ") : undefined;
  });
  singleton("mail metrics", () => [
    new Gauge({
      name: "matricula_mail_messages",
      help: "E-mails by state.",
      labelNames: ["state"],
      registers: [registry],
      aggregator: "max", // each process of a machine asks the same database
      async collect() {
        const counts = await queryCounts(
          "select state::text as name, count(*)::int as value from mail_messages group by 1",
        );
        if (counts) for (const state of mailStates) this.set({ state }, counts.get(state) ?? 0);
      },
    }),
    gaugeOf(
      "matricula_mail_oldest_queued_seconds",
      "Seconds that the longest-waiting e-mail has been queued; 0 when none waits.",
      "select extract(epoch from now() - min(created_at))::float8 as value from mail_messages where state = 'queued'",
    ),
    gaugeOf(
      "matricula_mail_held_seconds",
      "Seconds since e-mails are held because the provider refuses the key or the sender; 0 when they leave.",
      "select extract(epoch from now() - held_since)::float8 as value from mail_pace",
    ),
    gaugeOf(
      "matricula_mail_unrendered",
      "1 while a worker cannot render e-mails of some kinds.",
      "select count(render_failure)::int as value from mail_pace",
    ),
  ]);
}

const PROBE_QUEUE = "mail-probe" satisfies QueueName;

/** What stopped the mails may be over. */
async function probe() {
  await probeProvider(new Date());
  if (await storedRenderFailure()) await checkRendering();
}

const options = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 10,
  burstWhenBatchFull: true,
  // New jobs wake the worker at once; these are for the ones whose time to be retried has come.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

async function deliverJob({ id, data, retryCount, retryLimit }: MailJob): Promise<JobResult> {
  try {
    const outcome = await deliverMessage(data.messageId, {
      now: new Date(),
      lastTry: retryCount >= retryLimit,
    });
    return { id, status: outcome === "again" ? "failed" : "completed" };
  } catch (error) {
    logger.error({ messageId: data.messageId, error: errorFields(error) }, "message not delivered");
    await checkRendering().catch(() => {}); // the database is away: the line above says so
    return { id, status: "failed" };
  }
}

/** A gauge that a query's one value answers. */
const gaugeOf = (name: string, help: string, query: string) =>
  new Gauge({
    name,
    help,
    registers: [registry],
    aggregator: "max", // each process of a machine asks the same database
    async collect() {
      const values = await queryCounts(query);
      if (values) this.set([...values.values()][0] ?? 0);
    },
  });

/** With the database away a gauge keeps what it last knew. */
async function queryCounts(query: string): Promise<Map<string, number | null> | undefined> {
  const result = await getPool()
    .query<{ name: string; value: number | null }>(query)
    .catch(() => undefined);
  return result && new Map(result.rows.map(({ name, value }) => [name, value]));
}
