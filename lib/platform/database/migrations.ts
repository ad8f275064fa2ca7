import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import type { ClientBase, Pool } from "pg";
import { findPoolerProblem, openSession } from "@/lib/platform/database/connections";
import { areQueuesReady, prepareQueues } from "@/lib/platform/jobs";

export const MIGRATIONS_PATH = path.resolve("prisma/migrations");

export async function listMigrations(directory = MIGRATIONS_PATH): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

const UNDEFINED_TABLE = "42P01";

/** The last commit with migrations from before the first release; it can export an older database. */
const EXPORT_COMMIT = "2f662bfa";

type MigrationRow = { migration_name: string; checksum: string; logs: string | null; finished: boolean };

export async function getMigrationStatus(database: Pool | ClientBase, directory = MIGRATIONS_PATH) {
  const [names, applied] = [await listMigrations(directory), await readAppliedMigrations(database)];
  const finished = new Map(applied.filter((row) => row.finished).map((row) => [row.migration_name, row]));
  const failed = applied.filter((row) => !row.finished).map((row) => row.migration_name);
  const scripts = new Map(
    await Promise.all(names.map(async (name) => [name, await readScript(name, directory)] as const)),
  );
  const isEdited = (name: string) => {
    const [row, script] = [finished.get(name), scripts.get(name) ?? ""];
    return row && row.checksum !== calculateChecksum(script) && row.logs !== hashStatements(script);
  };
  return {
    pending: names.filter((name) => !finished.has(name) && !failed.includes(name)),
    edited: names.filter(isEdited),
    failed,
  };
}

export async function findMissingMigrations(database: Pool | ClientBase): Promise<string[]> {
  const applied = await readAppliedMigrations(database);
  const finished = new Set(applied.filter((row) => row.finished).map((row) => row.migration_name));
  return (await listMigrations()).filter((name) => !finished.has(name));
}

/** Prisma's own table, as its schema engine creates it, so that `prisma migrate deploy` still works. */
const CREATE_MIGRATIONS_TABLE = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/**
 * Records each as Prisma does. A failed one leaves only its row: PostgreSQL runs a script in one transaction.
 * @throws Error with the name of the failed migration
 */
export async function applyMigrations(
  database: ClientBase,
  names: string[],
  directory = MIGRATIONS_PATH,
): Promise<void> {
  await database.query(CREATE_MIGRATIONS_TABLE);
  for (const name of names) {
    const [id, script] = [randomUUID(), await readScript(name, directory)];
    await database.query(
      "insert into _prisma_migrations (id, checksum, migration_name, started_at) values ($1, $2, $3, now())",
      [id, calculateChecksum(script), name],
    );
    await database.query(script).catch(async (error: Error) => {
      await database.query("update _prisma_migrations set logs = $2 where id = $1", [id, error.message]);
      throw new Error(`The migration ${name} failed: ${error.message}`, { cause: error });
    });
    await database.query(
      "update _prisma_migrations set finished_at = now(), applied_steps_count = 1, logs = $2 where id = $1",
      [id, hashStatements(script)],
    );
  }
}

type LockWaitOptions = {
  /** Called with a text about the process that holds the lock. */
  onWait?: (message: string) => void;
  signal?: AbortSignal;
  /** Milliseconds of one attempt to take the lock; there are six. */
  retryMs?: number;
};

const MIGRATION_LOCK_ID = 3;
const MAX_ATTEMPTS = 6;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Runs `task` under the migration lock, which ends with its transaction.
 * @throws Error when another process holds it for more than a minute, or the address is a pooler's
 */
export async function withMigrationLock<T>(
  connectionString: string,
  options: LockWaitOptions,
  task: () => Promise<T>,
): Promise<T> {
  const client = await openSession(connectionString);
  const giveUp = () => void client.end();
  try {
    const problem = await findPoolerProblem(client, connectionString);
    if (problem) throw new Error(problem);
    options.signal?.addEventListener("abort", giveUp);
    await lock(client, options);
    options.signal?.removeEventListener("abort", giveUp);
    return await task();
  } finally {
    options.signal?.removeEventListener("abort", giveUp);
    await client.end();
  }
}

/**
 * Applies pending migrations, then prepares pg-boss's queues; concurrent callers wait.
 * @returns the names of the applied migrations
 */
export async function migrate(connectionString: string, options: LockWaitOptions = {}): Promise<string[]> {
  const pending = await withSession(connectionString, findPendingMigrations);
  if (pending.length === 0 && (await areQueuesReady(connectionString))) return [];
  return withMigrationLock(connectionString, options, async () => {
    const pending = await withSession(connectionString, findPendingMigrations);
    if (pending.length > 0) await withSession(connectionString, (client) => apply(client, pending));
    await prepareQueues(connectionString);
    return pending;
  });
}

/** @throws Error when the database is older than this build's initial migration */
async function readAppliedMigrations(database: Pool | ClientBase): Promise<MigrationRow[]> {
  const { rows } = await database
    .query<MigrationRow>(
      `select migration_name, checksum, logs, finished_at is not null as finished
       from _prisma_migrations where rolled_back_at is null`,
    )
    .catch((error) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] };
      throw error;
    });
  const [initial = ""] = await listMigrations();
  if (rows.some((row) => row.migration_name < initial))
    throw new Error(
      `The database was made before the first release, by migrations that are gone: export what it holds with commit ${EXPORT_COMMIT}, then start with an empty database.`,
    );
  return rows;
}

const readScript = (name: string, directory = MIGRATIONS_PATH) =>
  readFile(path.join(directory, name, "migration.sql"), "utf8");
/** Recorded beside Prisma's checksum, which also changes with comments. */
const hashStatements = (script: string) => `statements sha256:${calculateChecksum(withoutComments(script))}`;

/** Comments in a function's body stay: the database stores them. */
function withoutComments(script: string): string {
  const tokens = /('(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\2\$)|--[^\n]*|\/\*[\s\S]*?\*\//g;
  const lines = script.replace(tokens, (_, token = "") => token).split("\n");
  return lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join("\n");
}

const calculateChecksum = (script: string) => createHash("sha256").update(script).digest("hex");

async function lock(client: pg.Client, { onWait, signal, retryMs = 10_000 }: LockWaitOptions) {
  let reported = "";
  for (let attempts = 0; !(await tryLock(client, attempts === 0 ? 1 : retryMs)); attempts++) {
    signal?.throwIfAborted();
    const { pid, message } = await findLockHolder(client);
    if (attempts === MAX_ATTEMPTS) {
      throw new Error(
        `${message} Start again when that has ended. If it hangs, end it as an administrator: select pg_terminate_backend(${pid});`,
      );
    }
    if (message !== reported) onWait?.(message);
    reported = message;
  }
}

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

async function findLockHolder(client: pg.Client): Promise<{ pid?: number; message: string }> {
  const { rows } = await client.query<{ pid: number; startedAt: Date | null }>(
    `select l.pid, coalesce(a.xact_start, a.state_change) as "startedAt"
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and (l.classid, l.objid, l.objsubid) = (0, $1, 1)
       and l.database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK_ID],
  );
  const { pid, startedAt } = rows[0] ?? {};
  if (pid === undefined) return { message: "Waiting for another process that migrates this database." };
  const time = startedAt ? ` since ${startedAt.toISOString()}` : ""; // PostgreSQL hides it from other roles
  return { pid, message: `Waiting for PostgreSQL's process ${pid}, which migrates this database${time}.` };
}

/** A new session for each task: migrations may leave settings such as a search path behind. */
async function withSession<T>(connectionString: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openSession(connectionString);
  return task(client).finally(() => client.end());
}

async function findPendingMigrations(client: pg.Client): Promise<string[]> {
  const { pending, failed } = await getMigrationStatus(client);
  if (failed.length === 0) return pending;
  throw new Error(`A migration failed earlier and must be repaired by hand: ${failed.join(", ")}`);
}

async function apply(client: pg.Client, pending: string[]) {
  await requireOwner(client, pending.length);
  await applyMigrations(client, pending);
}

/** A service may run with a role that cannot change the schema (docs/operations.md, "Two roles"). */
async function requireOwner(client: pg.Client, pending: number) {
  const { rows } = await client.query(
    "select has_schema_privilege('public', 'create') as may, current_user as role",
  );
  if (rows[0].may) return;
  throw new Error(
    `The database lacks ${pending} migration${pending === 1 ? "" : "s"}, which ${rows[0].role} may not apply: run npm run db -- migrate as the database's owner.`,
  );
}
