import type { JobResult, JobWithMetadata } from "pg-boss";
import { getPool } from "@/lib/platform/database/prisma";
import { registerReadinessCheck } from "@/lib/platform/health";
import { errorFields, logger } from "@/lib/platform/logger";
import { createGauge } from "@/lib/platform/metrics";
import { inTrace, toTrace } from "@/lib/platform/trace";
import { checkRendering, storedRenderFailure } from "./check-rendering";
import { deliverMessage, probeProvider } from "./delivery";
import { mailStates } from "./mail-kinds";
import { getMailSuspension } from "./pause";
import type { createJobData } from "./writes";

type MailJob = JobWithMetadata<ReturnType<typeof createJobData>>;

export const deliverJob = (job: MailJob) => inTrace(toTrace(job.data.traceparent), () => deliver(job));

/** Adds the outbox to `/metrics` (messages by state, age of the oldest queued one) and its problems to `/readyz`. */
export function registerMailMetrics() {
  registerReadinessCheck("mail", async () => {
    const [suspension, failure] = [await getMailSuspension(), await storedRenderFailure()];
    const problems = [
      suspension && `held since ${suspension.since.toISOString()}: ${suspension.code}`,
      failure,
    ].filter(Boolean);
    return problems.length > 0 ? problems.join("; ") : undefined;
  });
  createGauge("matricula_mail_messages", "E-mails by state.", {
    labelNames: ["state"],
    aggregator: "max", // each process of a machine asks the same database
    async collect() {
      const counts = await queryCounts(
        "select state::text as name, count(*)::int as value from mail_messages group by 1",
      );
      if (counts) for (const state of mailStates) this.set({ state }, counts.get(state) ?? 0);
    },
  });
  createQueryGauge(
    "matricula_mail_oldest_queued_seconds",
    "Seconds that the longest-waiting e-mail has been queued; 0 when none waits.",
    "select extract(epoch from now() - min(created_at))::float8 as value from mail_messages where state = 'queued'",
  );
  createQueryGauge(
    "matricula_mail_held_seconds",
    "Seconds since e-mails are held because the provider refuses the key or the sender; 0 when they leave.",
    "select extract(epoch from now() - held_since)::float8 as value from mail_pace",
  );
  createQueryGauge(
    "matricula_mail_unrendered",
    "1 while a worker cannot render e-mails of some kinds.",
    "select count(render_failure)::int as value from mail_pace",
  );
}

export async function probeMail() {
  await probeProvider(new Date());
  if (await storedRenderFailure()) await checkRendering();
}

/** Makes one attempt; pg-boss retries a failed e-mail with growing delays (lib/platform/jobs.ts). */
async function deliver({ id, data, retryCount, retryLimit }: MailJob): Promise<JobResult> {
  try {
    const outcome = await deliverMessage(data.messageId, {
      now: new Date(),
      lastTry: retryCount >= retryLimit,
    });
    return { id, status: outcome === "again" ? "failed" : "completed" };
  } catch (error) {
    logger.error({ messageId: data.messageId, error: errorFields(error) }, "message not delivered");
    await checkRendering().catch(() => {}); // the database is away, as logged above
    return { id, status: "failed" };
  }
}

const createQueryGauge = (name: string, help: string, query: string) =>
  createGauge(name, help, {
    aggregator: "max", // each process of a machine asks the same database
    async collect() {
      const values = await queryCounts(query);
      if (values) this.set([...values.values()][0] ?? 0);
    },
  });

/** Without the database a gauge keeps its last value. */
async function queryCounts(query: string): Promise<Map<string, number | null> | undefined> {
  const result = await getPool()
    .query<{ name: string; value: number | null }>(query)
    .catch(() => undefined);
  return result && new Map(result.rows.map(({ name, value }) => [name, value]));
}
