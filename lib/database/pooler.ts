import pg from "pg";

const POOLED =
  "DATABASE_URL leads to a pooler in transaction mode, which hands a session's connection to others after each transaction. Name PostgreSQL itself, or a pooler in session mode.";

/**
 * What keeps an address from being used when a pooler in transaction mode answers there: settings, session locks,
 * prepared statements and LISTEN would be left to strangers. Undefined when none does.
 *
 * @param client a connection by that address
 */
export async function poolerProblem(client: pg.Client, url: string): Promise<string | undefined> {
  const other = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  other.on("error", () => {});
  try {
    await other.connect();
    const before = await backendOf(client);
    await other.query("begin"); // a pooler gives it the backend that is free again, and no other meanwhile
    const shared = (await backendOf(other)) === before || (await backendOf(client)) !== before;
    return shared ? POOLED : undefined;
  } finally {
    await other.end().catch(() => {});
  }
}

async function backendOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
