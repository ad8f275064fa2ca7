import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import type pg from "pg";
import { type CheckResult, ok, wrong } from "@/lib/platform/check-result";
import { getConnectionBudget, getTimeouts, openSession } from "@/lib/platform/database/connections";
import { getPool } from "@/lib/platform/database/prisma";
import { env, scaleTimeout } from "@/lib/platform/env";

// What the service asks of its database (docs/operations.md, “The database”), each by doing it as the service does.

const HEARD_MS = 3_000;
const POOLER = "Look at what stands between: docs/operations.md, “The database”.";

/** What a machine takes of the connections that PostgreSQL gives to this role. */
export async function checkConnections(): Promise<CheckResult[]> {
  const { rows } = await getPool().query<{ most: number }>(`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))::int as most`);
  const most = rows[0]?.most ?? 0;
  const { pooled, direct } = getConnectionBudget();
  const behind = env.DATABASE_DIRECT_URL !== undefined;
  const needed = behind ? direct : pooled + direct;
  const words = behind
    ? `a machine needs ${needed} connections past the pooler, and ${pooled} of the pooler's; PostgreSQL gives ${most}`
    : `a machine needs ${needed} connections (${pooled} to serve, ${direct} for jobs, news and commands), PostgreSQL gives ${most}`;
  const fits = Math.floor(most / needed);
  if (fits > 0) return [ok(`${words}: ${fits} ${fits === 1 ? "machine fits" : "machines fit"}`)];
  return [
    wrong(words, `DATABASE_POOL_SIZE=${Math.max(2, most - direct)} in .env, or a larger max_connections`),
  ];
}

/** What two sessions do to one another; a pool of two has no more, so that one check takes both. */
export async function checkSessions(): Promise<CheckResult[]> {
  const one = await getPool().connect();
  let other: pg.PoolClient | undefined;
  try {
    other = await getPool().connect();
    return [await lockOf(one, other), await statementOf(one, other)];
  } finally {
    one.release(true); // whatever was left half-way ends with it
    other?.release(true);
  }
}

/** A lock keeps others out until its transaction ends, and no longer. */
async function lockOf(one: pg.PoolClient, other: pg.PoolClient): Promise<CheckResult> {
  const key = randomInt(2 ** 31);
  const free = async () =>
    (await other.query("select pg_try_advisory_xact_lock($1) as free", [key])).rows[0].free as boolean;
  await one.query("begin");
  await one.query("select pg_advisory_xact_lock($1)", [key]);
  const held = !(await free());
  await one.query("commit");
  const released = await free();
  if (held && released) return ok("a lock lasts as long as its transaction");
  return wrong(`a lock of a transaction ${held ? "outlives it" : "keeps nobody out"}`, POOLER);
}

/** A statement is prepared twice, while somebody else takes the session that it was prepared in. */
async function statementOf(one: pg.PoolClient, other: pg.PoolClient): Promise<CheckResult> {
  const statement = { name: "doctor", text: "select $1::int as n", values: [1] };
  await one.query(statement);
  await other.query("begin");
  await other.query(statement);
  await one.query(statement);
  await other.query("commit");
  return ok(
    env.DATABASE_DIRECT_URL ? "statements go without names" : "statements are prepared once a session",
  );
}

/** What is told over DATABASE_URL is heard by a session of one's own. */
export async function checkNotifications(): Promise<CheckResult[]> {
  const channel = `doctor_${randomBytes(6).toString("hex")}`;
  const listening = await openSession();
  try {
    await listening.query(`listen ${channel}`);
    const heard = once(listening, "notification", { signal: AbortSignal.timeout(scaleTimeout(HEARD_MS)) });
    heard.catch(() => {}); // awaited below
    await getPool().query("select pg_notify($1, '')", [channel]);
    await heard;
    return [ok("what is told is heard")];
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    return [
      wrong(
        "what is told over DATABASE_URL is not heard: changes are seen late, jobs begin late",
        "DATABASE_DIRECT_URL must lead to the same database, past any pooler.",
      ),
    ];
  } finally {
    await listening.end().catch(() => {});
  }
}

/** Whether PostgreSQL gives up before we do: what it gives up itself is known not to be done. */
export async function checkTimeouts(): Promise<CheckResult[]> {
  const most = getTimeouts();
  const { rows } = await getPool().query<{ name: string; setting: number; whose: string }>(
    `select name, setting::int, format('alter role %I in database %I set', session_user, current_database()) as whose
     from pg_settings where name = any($1)`,
    [Object.keys(most)],
  );
  const beyond = rows.filter(({ name, setting }) => {
    return setting === 0 || setting > most[name as keyof typeof most];
  });
  if (beyond.length === 0) return [ok("a statement and a lock are given up in time")];
  const set = Object.entries(most).map(([name, ms]) => `${rows[0]?.whose} ${name} = ${ms}`);
  return [
    wrong(
      `the pooler's sessions have no bound: ${beyond.map(({ name, setting }) => `${name} is ${setting}`).join(", ")}`,
      `psql "$DATABASE_DIRECT_URL" -c '${set.join("; ")}', then let the pooler reconnect`,
    ),
  ];
}
