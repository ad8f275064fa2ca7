import { availableParallelism } from "node:os";
import pg, { type ClientConfig, type PoolConfig } from "pg";
import { env, parseDatabaseUrl, scaleTimeout } from "@/lib/platform/env";

// Connections to the database: docs/operations.md, "The database". With DATABASE_DIRECT_URL set, DATABASE_URL
// may be a pooler in transaction mode, which supports neither named statements nor session settings.

/** Statement and lock timeouts in milliseconds, enforced by PostgreSQL: what it cancels is certainly not done. */
export const getTimeouts = () => ({
  statement_timeout: scaleTimeout(5_000),
  lock_timeout: scaleTimeout(3_000),
});

/** The address that bypasses a pooler: for migrations, jobs, LISTEN and backups, which need a session. */
export const getDirectUrl = () => (env.DATABASE_DIRECT_URL ?? env.DATABASE_URL) as string;

export const listDatabaseUrls = () => [...new Set([getDirectUrl(), env.DATABASE_URL as string])];

export function getPoolConfig(): PoolConfig {
  const named = env.DATABASE_DIRECT_URL === undefined;
  const address = env.DATABASE_URL as string;
  return { ...parseDatabaseUrl(address), ...(named && getTimeouts()), Client: createClientClass(named) };
}

/** With a pooler its role has the timeouts; migrations, jobs and backups must run without them. */
const WITHOUT_TIMEOUTS = "-c statement_timeout=0 -c lock_timeout=0";

export function getSessionConfig(address = getDirectUrl()): PoolConfig {
  const config = parseDatabaseUrl(address);
  const isDirect = env.DATABASE_DIRECT_URL !== undefined && address !== env.DATABASE_URL;
  const options = isDirect && { options: [config.options, WITHOUT_TIMEOUTS].filter(Boolean).join(" ") };
  return { ...config, ...options, Client: createClientClass(true) };
}

export async function openSession(address = getDirectUrl(), config: ClientConfig = {}): Promise<pg.Client> {
  const session = new (createClientClass(true))({ ...getSessionConfig(address), ...config });
  await session.connect();
  return session;
}

/** pg-boss uses this many connections, and one more that listens. */
export const JOB_CONNECTIONS = 3;

/** The primary keeps two pooled connections for its jobs; a request may need two at a time. */
const JOB_POOL_SHARE = 2;
const MIN_SHARE = 2;

/**
 * The processes of this machine and its maximum of database connections. Many processes exceed
 * DATABASE_POOL_SIZE, because each gets at least `MIN_SHARE`.
 */
export function getConnectionBudget() {
  const processes = env.PROCESSES === "auto" ? availableParallelism() : env.PROCESSES;
  const share = Math.max(MIN_SHARE, Math.floor((env.DATABASE_POOL_SIZE - JOB_POOL_SHARE) / processes));
  const jobs = env.WORKER ? JOB_CONNECTIONS + 1 : 0;
  return {
    processes,
    primary: JOB_POOL_SHARE,
    share,
    pooled: JOB_POOL_SHARE + processes * share,
    direct: jobs + 2, // the listener for invalidations, and one for a command or a start
  };
}

const DIRECT_URL_IS_POOLER =
  "DATABASE_DIRECT_URL leads to a pooler in transaction mode. Name PostgreSQL itself.";

/** PgBouncer rejects the startup options of a direct session. */
export const toPoolerProblem = (message: string) =>
  message.includes("unsupported startup parameter") ? DIRECT_URL_IS_POOLER : undefined;

type QueryCallback = (error: Error | null, result: unknown) => void;

/**
 * Detects a pooler in transaction mode, which gives a session's connection to others after each transaction.
 * @returns the problem; undefined without a pooler, or where DATABASE_DIRECT_URL allows one
 */
export async function findPoolerProblem(client: pg.Client, url: string): Promise<string | undefined> {
  const { DATABASE_DIRECT_URL: direct, DATABASE_URL: pooled } = env;
  if (direct !== undefined && url === pooled && url !== direct) return;
  const probe = await openSession(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  try {
    const pid = await getBackendPid(client);
    await probe.query("begin"); // a pooler gives it the backend that the first query released
    const shared = (await getBackendPid(probe)) === pid || (await getBackendPid(client)) !== pid;
    if (!shared) return;
    return url === direct
      ? DIRECT_URL_IS_POOLER
      : "DATABASE_URL leads to a pooler in transaction mode. Name PostgreSQL itself in DATABASE_DIRECT_URL, for migrations, jobs and LISTEN; the rest goes through the pooler then.";
  } finally {
    await probe.end().catch(() => {});
  }
}

/** Refuses a standby: in a failover a provider's host name may still lead to the old primary; the pool then retries. */
function createClientClass(named: boolean) {
  return class extends pg.Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // A lost connection fails its running statement; without a listener the event would end the process.
      this.on("error", () => {});
      serialiseStatements(this, named);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connecting = this.#connect();
      if (!callback) return connecting;
      connecting.then(() => callback(null as unknown as Error), callback);
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        await assertNotStandby(this);
        return this;
      } catch (error) {
        this.end().catch(() => {});
        throw error;
      }
    }
  };
}

async function assertNotStandby(session: pg.Client) {
  const { rows } = await session.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  if (rows[0]?.standby) throw Object.assign(new Error("a standby, which takes no writes"), { code: "25006" });
}

/**
 * Sends one statement at a time: pg 9 refuses several at once, which Prisma and `Promise.all` send. Behind a
 * pooler they have no names: it may run the next statement in another session.
 */
function serialiseStatements(session: pg.Client, named: boolean) {
  const send = (...args: unknown[]) =>
    (pg.Client.prototype.query as (...args: unknown[]) => void).apply(session, args);
  const queue: (() => void)[] = [];
  let isRunning = false;
  const enqueue = (statement: unknown, values: unknown[], callback: QueryCallback) => {
    const run = () => {
      isRunning = true;
      // In the same tick: a later error in the same packet does not belong to this statement.
      send(
        named ? statement : withoutStatementName(statement),
        ...values,
        (error: Error | null, result: unknown) => {
          isRunning = false;
          queue.shift()?.();
          callback(error, result);
        },
      );
    };
    if (isRunning) queue.push(run);
    else run();
  };
  const query = (statement: unknown, ...rest: unknown[]) => {
    const last = rest.at(-1);
    if (typeof last === "function") return enqueue(statement, rest.slice(0, -1), last as QueryCallback);
    const result = new Promise((resolve, reject) =>
      enqueue(statement, rest, (error, result) => (error ? reject(error) : resolve(result))),
    );
    return result.catch((error: Error) => {
      Error.captureStackTrace(error); // the caller's stack instead of the socket's
      throw error;
    });
  };
  Object.assign(session, { query });
}

const withoutStatementName = (statement: unknown) =>
  typeof statement === "object" && statement !== null ? { ...statement, name: undefined } : statement;

async function getBackendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
