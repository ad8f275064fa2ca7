import { pool } from "@/lib/platform/prisma";

/** How many sessions of this file's database wait for somebody else's lock. */
export async function waitingForLocks(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows[0]?.count ?? 0;
}
