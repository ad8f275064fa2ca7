import { Gauge } from "prom-client";
import { registry } from "@/lib/metrics";
import { pool } from "@/lib/prisma";
import { singleton } from "@/lib/singleton";
import { mailStates } from "./states";

/** Adds the outbox to `/metrics`: messages by state (queued, sent, failed, …) and the oldest one's wait. */
export function exposeMailMetrics() {
  singleton("mail metrics", () => {
    const messages = new Gauge({
      name: "mail_messages",
      help: "E-mails by state.",
      labelNames: ["state"],
      registers: [registry],
      collect: count,
    });
    const oldest = new Gauge({
      name: "mail_oldest_queued_seconds",
      help: "Seconds that the longest-waiting e-mail has been queued; 0 when none waits.",
      registers: [registry],
    });

    /** One query for both gauges; with the database away they keep what they last knew. */
    async function count() {
      const rows = await countByState().catch(() => undefined);
      if (!rows) return;
      for (const state of mailStates) messages.set({ state }, rows.get(state)?.count ?? 0);
      oldest.set(rows.get("queued")?.oldest ?? 0);
    }
    return messages;
  });
}

async function countByState() {
  const { rows } = await pool().query<{ state: string; count: number; oldest: number }>(
    `select state::text, count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as oldest
     from mail_messages group by state`,
  );
  return new Map(rows.map((row) => [row.state, row]));
}
