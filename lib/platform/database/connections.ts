import { availableParallelism } from "node:os";
import pg, { type ClientConfig, type PoolConfig } from "pg";
import { configOf, env, scaleTimeout } from "@/lib/platform/env";

// How the service speaks with its database, docs/operations.md, "The database": with DATABASE_DIRECT_URL set,
// DATABASE_URL may be a pooler in transaction mode, which knows no statement's name and no setting of a session.

/** Bounds for whoever waits for an answer; PostgreSQL's own, so that what it gives up is known not to be done. */
export const getTimeouts = () => ({
  statement_timeout: scaleTimeout(5_000),
  lock_timeout: scaleTimeout(3_000),
});

/** The address of sessions that stay one's own: for migrations, jobs, LISTEN and backups. */
export const getDirectUrl = () => (env.DATABASE_DIRECT_URL ?? env.DATABASE_URL) as string;

/** Every address that the service uses, once. */
export const listDatabaseUrls = () => [...new Set([getDirectUrl(), env.DATABASE_URL as string])];

/** What is written to and read from over the pool, behind a pooler or not. */
export function getPoolConfig(): PoolConfig {
  const named = env.DATABASE_DIRECT_URL === undefined;
  const address = env.DATABASE_URL as string;
  return { ...configOf(address), ...(named && getTimeouts()), Client: createClientClass(named) };
}

/** The role of a pooler's address has the bounds then, which are none for migrations, jobs and backups. */
const WITHOUT_TIMEOUTS = "-c statement_timeout=0 -c lock_timeout=0";

/** What a session of one's own is begun with. */
export function getSessionConfig(address = getDirectUrl()): PoolConfig {
  const at = configOf(address);
  const past = env.DATABASE_DIRECT_URL !== undefined && address !== env.DATABASE_URL;
  const options = past && { options: [at.options, WITHOUT_TIMEOUTS].filter(Boolean).join(" ") };
  return { ...at, ...options, Client: createClientClass(true) };
}

/** A session of one's own. @throws what the database said */
export async function openSession(address = getDirectUrl(), config: ClientConfig = {}): Promise<pg.Client> {
  const session = new (createClientClass(true))({ ...getSessionConfig(address), ...config });
  await session.connect();
  return session;
}

/** pg-boss takes that many at a time, and one more that listens. */
export const JOB_CONNECTIONS = 3;

/** Of the machine's pool the primary keeps two for its jobs; a request may need two at a time. */
const FOR_JOBS = 2;
const MIN_SHARE = 2;

type Machine = { size: number; processes: number; works: boolean };

/** What a machine takes of the database's connections, at most. */
type ConnectionBudget = {
  /** Over DATABASE_URL, of the primary and of each process that serves. */
  primary: number;
  each: number;
  pooled: number;
  /** Sessions of one's own: pg-boss's, the one that listens for changes, and one for a command or a start. */
  direct: number;
};

/** How many processes serve on this machine, and what it takes of the database's connections. */
export function getConnectionBudget(): ConnectionBudget & { processes: number } {
  const processes = env.PROCESSES === "auto" ? availableParallelism() : env.PROCESSES;
  return {
    processes,
    ...calculateConnectionBudget({ size: env.DATABASE_POOL_SIZE, processes, works: env.WORKER }),
  };
}

/** What a session of one's own is begun with means nothing to a pooler (PgBouncer's words). */
export const isPoolerError = (message: string) => message.includes("unsupported startup parameter");

export const DIRECT_URL_IS_POOLER =
  "DATABASE_DIRECT_URL leads to a pooler in transaction mode. Name PostgreSQL itself.";

type QueryCallback = (error: Error | null, result: unknown) => void;

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

/**
 * Sessions whose statements have names or none. They refuse a standby: while a provider's name still leads to the
 * primary of before, the pool asks again.
 */
function createClientClass(named: boolean) {
  return class extends pg.Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // One that is lost while it is lent out fails the statement under way; unheard, it would end the process.
      this.on("error", () => {});
      serialiseStatements(this, named);
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(() => callback(null as unknown as Error), callback);
    }

    async #connect(): Promise<this> {
      try {
        await super.connect();
        await refuseStandby(this);
        return this;
      } catch (error) {
        this.end().catch(() => {});
        throw error;
      }
    }
  };
}

async function refuseStandby(session: pg.Client) {
  const { rows } = await session.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  if (rows[0]?.standby) throw Object.assign(new Error("a standby, which takes no writes"), { code: "25006" });
}

/**
 * One statement after the other, as they come: Prisma's interpreter, and a `Promise.all` in a transaction, ask several
 * at once, which pg 9 refuses. Without names behind a pooler: it gives the next one to a session that never heard of it.
 */
function serialiseStatements(session: pg.Client, named: boolean) {
  const ask = (...given: unknown[]) =>
    (pg.Client.prototype.query as (...given: unknown[]) => void).apply(session, given);
  const waiting: (() => void)[] = [];
  let isAsked = false;
  const inTurn = (statement: unknown, values: unknown[], told: QueryCallback) => {
    const send = () => {
      isAsked = true;
      // At once, not a moment later: what the same packet says of the session's end is not this statement's.
      ask(
        named ? statement : withoutStatementName(statement),
        ...values,
        (error: Error | null, result: unknown) => {
          isAsked = false;
          waiting.shift()?.();
          told(error, result);
        },
      );
    };
    if (isAsked) waiting.push(send);
    else send();
  };
  const query = (statement: unknown, ...rest: unknown[]) => {
    const last = rest.at(-1);
    if (typeof last === "function") return inTurn(statement, rest.slice(0, -1), last as QueryCallback);
    const answer = new Promise((resolve, reject) =>
      inTurn(statement, rest, (error, result) => (error ? reject(error) : resolve(result))),
    );
    return answer.catch((error: Error) => {
      Error.captureStackTrace(error); // who asked, not the socket
      throw error;
    });
  };
  Object.assign(session, { query });
}

const withoutStatementName = (statement: unknown) =>
  typeof statement === "object" && statement !== null ? { ...statement, name: undefined } : statement;

/** @param size DATABASE_POOL_SIZE, which processes that are many stretch */
function calculateConnectionBudget({ size, processes, works }: Machine): ConnectionBudget {
  const each = Math.max(MIN_SHARE, Math.floor((size - FOR_JOBS) / processes));
  const jobs = works ? JOB_CONNECTIONS + 1 : 0;
  return { primary: FOR_JOBS, each, pooled: FOR_JOBS + processes * each, direct: jobs + 1 + 1 };
}

async function getBackendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
