import { Gauge } from "prom-client";
import { registry } from "@/lib/platform/metrics";
import { pool } from "@/lib/platform/prisma";
import { watchFor } from "@/lib/platform/readiness";
import { singleton } from "@/lib/platform/singleton";
import { mailHold } from "./hold";
import { mailStates } from "./states";

/** Adds the outbox to `/metrics` and its trouble to `/readyz`: messages by state (queued, sent, failed, …) and the oldest one's wait. */
export function exposeMailMetrics() {
  watchFor("mail", async () => {
    const hold = await mailHold();
    return hold && `held since ${hold.since.toISOString()}: ${hold.code}`;
  });
  singleton("mail metrics", () => [
    new Gauge({
      name: "matricula_mail_messages",
      help: "E-mails by state.",
      labelNames: ["state"],
      registers: [registry],
      aggregator: "max", // each process of a machine asks the same database
      async collect() {
        const counts = await ask(
          "select state::text as name, count(*)::int as value from mail_messages group by 1",
        );
        if (counts) for (const state of mailStates) this.set({ state }, counts.get(state) ?? 0);
      },
    }),
    new Gauge({
      name: "matricula_mail_oldest_queued_seconds",
      help: "Seconds that the longest-waiting e-mail has been queued; 0 when none waits.",
      registers: [registry],
      aggregator: "max", // each process of a machine asks the same database
      async collect() {
        const waits = await ask(
          `select 'oldest' as name, extract(epoch from now() - min(created_at))::float8 as value
           from mail_messages where state = 'queued'`,
        );
        if (waits) this.set(waits.get("oldest") ?? 0);
      },
    }),
    new Gauge({
      name: "matricula_mail_held_seconds",
      help: "Seconds since e-mails are held because the provider refuses the key or the sender; 0 when they leave.",
      registers: [registry],
      aggregator: "max", // each process of a machine asks the same database
      async collect() {
        const held = await ask(
          "select 'held' as name, extract(epoch from now() - held_since)::float8 as value from mail_pace",
        );
        if (held) this.set(held.get("held") ?? 0);
      },
    }),
  ]);
}

/** With the database away a gauge keeps what it last knew. */
async function ask(query: string): Promise<Map<string, number | null> | undefined> {
  const result = await pool()
    .query<{ name: string; value: number | null }>(query)
    .catch(() => undefined);
  return result && new Map(result.rows.map(({ name, value }) => [name, value]));
}
