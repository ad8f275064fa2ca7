import { Gauge } from "prom-client";
import { registry } from "@/lib/platform/metrics";
import { getPool } from "@/lib/platform/prisma";
import { registerReadinessCheck } from "@/lib/platform/readiness";
import { singleton } from "@/lib/platform/singleton";
import { storedRenderFailure } from "./check-rendering";
import { getMailSuspension } from "./hold";
import { mailStates } from "./states";

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
