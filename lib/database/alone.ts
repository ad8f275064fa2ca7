import type pg from "pg";
import { openSession } from "@/lib/platform/connections";
import { findPoolerProblem } from "./pooler";

export type LockWaitOptions = {
  /** Told whom it waits for. */
  onWait?: (words: string) => void;
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Milliseconds after which it looks anew whom it waits for; it does so six times. */
  retryMs?: number;
};

const MIGRATION_LOCK_ID = 3;
const MAX_ATTEMPTS = 6;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Works while nobody else migrates the database. The lock is a transaction's, and is gone with it.
 *
 * @throws Error in words when somebody else does for longer than a minute, or the address is a pooler's
 */
export async function withMigrationLock<T>(
  connectionString: string,
  waiting: LockWaitOptions,
  work: () => Promise<T>,
): Promise<T> {
  const client = await openSession(connectionString);
  const giveUp = () => void client.end();
  try {
    const problem = await findPoolerProblem(client, connectionString);
    if (problem) throw new Error(problem);
    waiting.signal?.addEventListener("abort", giveUp);
    await lock(client, waiting);
    waiting.signal?.removeEventListener("abort", giveUp);
    return await work();
  } finally {
    waiting.signal?.removeEventListener("abort", giveUp);
    await client.end();
  }
}

async function lock(client: pg.Client, { onWait, signal, retryMs = 10_000 }: LockWaitOptions) {
  let said = "";
  for (let looks = 0; !(await tryLock(client, looks === 0 ? 1 : retryMs)); looks++) {
    signal?.throwIfAborted();
    const { pid, words } = await findLockHolder(client);
    if (looks === MAX_ATTEMPTS) {
      throw new Error(
        `${words} Start again when that has ended. If it hangs, end it as an administrator: select pg_terminate_backend(${pid});`,
      );
    }
    if (words !== said) onWait?.(words);
    said = words;
  }
}

/** Whether it has the lock before the milliseconds are over. */
async function tryLock(client: pg.Client, milliseconds: number): Promise<boolean> {
  await client.query("begin");
  await client.query(
    `set local lock_timeout = ${milliseconds};
     set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
  try {
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK_ID]);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    await client.query("rollback");
    return false;
  }
}

async function findLockHolder(client: pg.Client): Promise<{ pid?: number; words: string }> {
  const { rows } = await client.query<{ pid: number; since: Date | null }>(
    `select l.pid, coalesce(a.xact_start, a.state_change) as since
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and (l.classid, l.objid, l.objsubid) = (0, $1, 1)
       and l.database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK_ID],
  );
  const { pid, since } = rows[0] ?? {};
  if (pid === undefined) return { words: "Waiting for another process that migrates this database." };
  const time = since ? ` since ${since.toISOString()}` : ""; // of another role's it is not told
  return { pid, words: `Waiting for PostgreSQL's process ${pid}, which migrates this database${time}.` };
}
