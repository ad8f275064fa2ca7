import type pg from "pg";
import { openSession } from "@/lib/platform/connections";
import { env } from "@/lib/platform/env";

/** What a session of one's own is begun with means nothing to a pooler (PgBouncer's words). */
export const isPoolerError = (message: string) => message.includes("unsupported startup parameter");

export const DIRECT_URL_IS_POOLER =
  "DATABASE_DIRECT_URL leads to a pooler in transaction mode. Name PostgreSQL itself.";

/**
 * What keeps an address from being used when a pooler in transaction mode answers there, which hands a session's
 * connection to others after each transaction. Undefined when none does, or it may: DATABASE_DIRECT_URL leads past it.
 *
 * @param client a connection by that address
 */
export async function findPoolerProblem(client: pg.Client, url: string): Promise<string | undefined> {
  const { DATABASE_DIRECT_URL: direct, DATABASE_URL: pooled } = env;
  if (direct !== undefined && url === pooled && url !== direct) return;
  const other = await openSession(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  try {
    const before = await getBackendPid(client);
    await other.query("begin"); // a pooler gives it the backend that is free again, and no other meanwhile
    const shared = (await getBackendPid(other)) === before || (await getBackendPid(client)) !== before;
    if (!shared) return;
    return url === direct
      ? DIRECT_URL_IS_POOLER
      : "DATABASE_URL leads to a pooler in transaction mode. Name PostgreSQL itself in DATABASE_DIRECT_URL, for migrations, jobs and LISTEN; the rest goes through the pooler then.";
  } finally {
    await other.end().catch(() => {});
  }
}

async function getBackendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
