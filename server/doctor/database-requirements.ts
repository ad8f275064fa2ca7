import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import type pg from "pg";
import { type CheckResult, ok, wrong } from "@/lib/platform/check-result";
import { getConnectionBudget, getTimeouts, openSession } from "@/lib/platform/database/connections";
import { getPool } from "@/lib/platform/database/prisma";
import { env, scaleTimeout } from "@/lib/platform/env";

// Requirements of the database (docs/operations.md, “The database”), each checked by doing what the service does.

const NOTIFICATION_TIMEOUT_MS = 3_000;
const POOLER = "Look at what stands between: docs/operations.md, “The database”.";

export async function checkConnections(): Promise<CheckResult> {
  const { rows } = await getPool().query<{ available: number }>(`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))::int as available`);
  const available = rows[0]?.available ?? 0;
  const { pooled, direct } = getConnectionBudget();
  const usesPooler = env.DATABASE_DIRECT_URL !== undefined;
  const needed = usesPooler ? direct : pooled + direct;
  const text = usesPooler
    ? `a machine needs ${needed} connections past the pooler, and ${pooled} of the pooler's; PostgreSQL gives ${available}`
    : `a machine needs ${needed} connections (${pooled} to serve, ${direct} for jobs, news and commands), PostgreSQL gives ${available}`;
  const machines = Math.floor(available / needed);
  if (machines > 0) return ok(`${text}: ${machines} ${machines === 1 ? "machine fits" : "machines fit"}`);
  return wrong(
    text,
    `DATABASE_POOL_SIZE=${Math.max(2, available - direct)} in .env, or a larger max_connections`,
  );
}

/** Checks that need two sessions; together, because the smallest pool has two. */
export async function checkSessions(): Promise<CheckResult[]> {
  const first = await getPool().connect();
  let second: pg.PoolClient | undefined;
  try {
    second = await getPool().connect();
    return [await checkLocks(first, second), await checkPreparedStatements(first, second)];
  } finally {
    first.release(true); // ends unfinished transactions
    second?.release(true);
  }
}

/** A lock must block others until its transaction ends, and no longer. */
async function checkLocks(first: pg.PoolClient, second: pg.PoolClient): Promise<CheckResult> {
  const key = randomInt(2 ** 31);
  const isFree = async () =>
    (await second.query("select pg_try_advisory_xact_lock($1) as free", [key])).rows[0].free as boolean;
  await first.query("begin");
  await first.query("select pg_advisory_xact_lock($1)", [key]);
  const isLocked = !(await isFree());
  await first.query("commit");
  const isReleased = await isFree();
  if (isLocked && isReleased) return ok("a lock lasts as long as its transaction");
  return wrong(`a lock of a transaction ${isLocked ? "outlives it" : "keeps nobody out"}`, POOLER);
}

/** Prepares a statement in two sessions, which fails behind a pooler if it has a name. */
async function checkPreparedStatements(first: pg.PoolClient, second: pg.PoolClient): Promise<CheckResult> {
  const statement = { name: "doctor", text: "select $1::int as n", values: [1] };
  await first.query(statement);
  await second.query("begin");
  await second.query(statement);
  await first.query(statement);
  await second.query("commit");
  return ok(
    env.DATABASE_DIRECT_URL ? "statements go without names" : "statements are prepared once a session",
  );
}

/** A notification sent over DATABASE_URL must arrive in a direct session. */
export async function checkNotifications(): Promise<CheckResult> {
  const channel = `doctor_${randomBytes(6).toString("hex")}`;
  const session = await openSession();
  try {
    await session.query(`listen ${channel}`);
    const notified = once(session, "notification", {
      signal: AbortSignal.timeout(scaleTimeout(NOTIFICATION_TIMEOUT_MS)),
    });
    notified.catch(() => {}); // awaited below
    await getPool().query("select pg_notify($1, '')", [channel]);
    await notified;
    return ok("notifications arrive");
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    return wrong(
      "notifications over DATABASE_URL do not arrive: changes are seen late, jobs start late",
      "DATABASE_DIRECT_URL must lead to the same database, past any pooler.",
    );
  } finally {
    await session.end().catch(() => {});
  }
}

/** PostgreSQL must cancel before our own timeout: what it cancels is certainly not done. */
export async function checkTimeouts(): Promise<CheckResult> {
  const timeouts = getTimeouts();
  const { rows } = await getPool().query<{ name: string; setting: number; command: string }>(
    `select name, setting::int, format('alter role %I in database %I set', session_user, current_database()) as command
     from pg_settings where name = any($1)`,
    [Object.keys(timeouts)],
  );
  const exceeded = rows.filter(({ name, setting }) => {
    return setting === 0 || setting > timeouts[name as keyof typeof timeouts];
  });
  if (exceeded.length === 0) return ok("statements and locks have timeouts");
  const commands = Object.entries(timeouts).map(([name, ms]) => `${rows[0]?.command} ${name} = ${ms}`);
  return wrong(
    `the pooler's sessions have no timeouts: ${exceeded.map(({ name, setting }) => `${name} is ${setting}`).join(", ")}`,
    `psql "$DATABASE_DIRECT_URL" -c '${commands.join("; ")}', then let the pooler reconnect`,
  );
}
