import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/generated/prisma/client";
import { env, scaleTimeout } from "@/lib/platform/env";
import { isOutcomeUnknown } from "@/lib/platform/errors";
import { errorFields, logger } from "@/lib/platform/logger";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { memoize, singleton } from "@/lib/platform/singleton";
import { getTraceparent } from "@/lib/platform/trace";
import { getPoolConfig } from "./connections";

/**
 * The process's only pool. Its statements see the live school's rows: one that a sandbox needs must name the
 * tables of all (`all_people`) or use `withConnection`.
 * @throws SecondConnectionError within a transaction
 */
export function getPool(): pg.Pool {
  if (getHeldConnection()) throw new SecondConnectionError();
  return singleton("pool", () => {
    const pool = new pg.Pool({
      ...getPoolConfig(),
      max: env.DATABASE_POOL_SIZE,
      application_name: "matricula",
      // 503 instead of a hanging request. The first is also the wait for a free connection: no reason for 503.
      connectionTimeoutMillis: env.poolWaitMs,
      query_timeout: scaleTimeout(6_000), // longer than PostgreSQL's own: what it cancels is certainly not done
      keepAlive: true,
    });
    pool.on("error", (error) => {
      if (pool.ending) return; // an embedded database may end the last ones before `end` does
      logger.warn({ error: errorFields(error) }, "idle database connection lost");
    });
    return pool;
  });
}

/** The connection that a transaction holds: Prisma's `tx`, or a connection of `withConnection`. */
type HeldConnection = { tx?: Tx; sandboxId: number; isOver: boolean };

export const isInTransaction = () => getHeldConnection() !== undefined;
/** The maximum number of prepared statements of a connection; rarer statements are planned each time. */
const MAX_NAMES = 200;
const MAX_COUNTERS = 1_000;
const NAMING_USES = 3;

/** Prevents a deadlock: transactions that each need a second connection would wait for one another. */
class SecondConnectionError extends Error {
  constructor() {
    super("a transaction that holds a connection requests a second one from the pool");
    this.name = "SecondConnection";
  }
}

/**
 * Prisma's client; inside a transaction that one.
 * @throws SecondConnectionError in `withConnection` or another sandbox
 */
export function prisma(): PrismaClient {
  const held = getHeldConnection();
  if (held) {
    if (!held.tx || held.sandboxId !== getCurrentSandbox().sandboxId) throw new SecondConnectionError();
    return held.tx as PrismaClient;
  }
  const { sandboxId, trace } = getCurrentSandbox();
  if (sandboxId !== LIVE) return getSandboxClient()(String(sandboxId));
  return trace ? getTracingClient() : getLiveClient();
}

/** Local to the transaction, because a pooler gives the session to others afterwards. */
const ENTER = "select set_config('matricula.sandbox', $1, true)";

type Tx = Prisma.TransactionClient;

/** Events written in the transaction store the request's trace: `events.traceparent` is current_traceparent(). */
const SET_TRACE = "select set_config('matricula.traceparent', $1, true)";

type TransactionOptions<T> = { begin?: string; shouldCommit?: (result: T) => boolean };

/**
 * Runs a transaction in the current sandbox, for statements that Prisma cannot write.
 * @param options `begin` replaces "begin"; a result for which `shouldCommit` is false is rolled back
 */
export async function withConnection<T>(
  task: (client: pg.PoolClient) => Promise<T>,
  { begin = "begin", shouldCommit = () => true }: TransactionOptions<T> = {},
): Promise<T> {
  const client = await getPool().connect();
  let isBroken = false;
  try {
    return await withHeldConnection(undefined, async () => {
      await beginTransaction(client, begin);
      const result = await task(client);
      await client.query(shouldCommit(result) ? "commit" : "rollback");
      return result;
    });
  } catch (error) {
    // After a lost connection a rollback would not be answered either.
    isBroken =
      isOutcomeUnknown(error) ||
      (await client.query("rollback").then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    client.release(isBroken);
  }
}

type Statement = { text: string; values?: unknown[] };

export type QueryRunner = {
  // biome-ignore lint/suspicious/noExplicitAny: as pg has it
  query: <Row = any>(
    statement: string | Statement,
    values?: unknown[],
  ) => Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** Runs SQL on a Prisma transaction's connection; its errors have pg's `code` and `constraint`. */
export const toQueryRunner = (tx: Prisma.TransactionClient): QueryRunner => ({
  query: async <Row>(statement: string | Statement, values: unknown[] = []) => {
    const { text, values: own } = typeof statement === "string" ? { text: statement, values } : statement;
    const rows = await tx.$queryRawUnsafe<Row[]>(text, ...(own ?? values)).catch(rethrowAsPgError);
    return { rows, rowCount: rows.length };
  },
});

/**
 * Names frequent statements, so that PostgreSQL plans each once per connection; a rare one gets `""`. A name
 * is never reused: a connection that has prepared it would refuse another text.
 */
function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined || names.size === MAX_NAMES) return name ?? "";
    const count = (uses.get(sql) ?? 0) + 1;
    if (count === NAMING_USES) {
      uses.delete(sql);
      names.set(sql, `p${names.size + 1}`);
      return `p${names.size}`;
    }
    if (uses.size === MAX_COUNTERS) uses.clear();
    uses.set(sql, count);
    return "";
  };
}

const heldConnections = () => singleton("held connections", () => new AsyncLocalStorage<HeldConnection>());

function getHeldConnection(): HeldConnection | undefined {
  const connection = heldConnections().getStore();
  return connection?.isOver ? undefined : connection;
}

async function withHeldConnection<T>(tx: Tx | undefined, task: () => Promise<T>): Promise<T> {
  const held: HeldConnection = { ...(tx && { tx }), sandboxId: getCurrentSandbox().sandboxId, isOver: false };
  try {
    return await heldConnections().run(held, task);
  } finally {
    held.isOver = true;
  }
}

const getLiveClient = () =>
  singleton("prisma", () => {
    const client = new PrismaClient({
      adapter: new PrismaPg(getPool(), { statementNameGenerator: createStatementNamer() }),
      // Waits as long as the pool allows; a busy database is no reason for 500.
      transactionOptions: { maxWait: env.poolWaitMs + 1_000, timeout: scaleTimeout(10_000) },
    });
    const begin = client.$transaction.bind(client) as (task: unknown, options?: object) => Promise<unknown>;
    const $transaction = (work: unknown, options?: object) =>
      begin(typeof work === "function" ? (tx: Tx) => withHeldConnection(tx, () => work(tx)) : work, options);
    return Object.assign(client, { $transaction }) as PrismaClient;
  });

const getSandboxClient = () => singleton("prisma in sandboxes", () => memoize(100, createSandboxClient));

const getTracingClient = () =>
  singleton(
    "prisma in traces",
    () =>
      getLiveClient().$extends({
        client: { $transaction: withTransactionStart(saveTrace) },
      }) as unknown as PrismaClient,
  );

async function saveTrace(tx: Tx) {
  const traceparent = getTraceparent();
  if (traceparent) await tx.$executeRawUnsafe(SET_TRACE, traceparent);
}

const withTransactionStart =
  (enter: (tx: Tx) => Promise<unknown>) =>
  <T>(task: (tx: Tx) => Promise<T>, options?: { timeout?: number }): Promise<T> =>
    getLiveClient().$transaction(async (tx) => {
      await enter(tx);
      return task(tx);
    }, options);

/** Each operation runs in a transaction that has entered the sandbox. */
function createSandboxClient(sandboxId: string): PrismaClient {
  const enter = (db: Pick<PrismaClient, "$executeRawUnsafe">) => db.$executeRawUnsafe(ENTER, sandboxId);
  const scoped = getLiveClient().$extends({
    client: {
      $transaction: withTransactionStart(async (tx) => {
        await enter(tx);
        await saveTrace(tx);
      }),
    },
    query: {
      async $allOperations({ args, query }) {
        const [, result] = await getLiveClient().$transaction([
          enter(getLiveClient()),
          query(args) as Prisma.PrismaPromise<unknown>,
        ]);
        return result;
      },
    },
  });
  return scoped as unknown as PrismaClient;
}

async function beginTransaction(client: pg.ClientBase, begin: string): Promise<void> {
  const { sandboxId } = getCurrentSandbox();
  await client.query(begin);
  if (sandboxId !== LIVE) await client.query(ENTER, [String(sandboxId)]);
  const traceparent = getTraceparent();
  if (traceparent) await client.query(SET_TRACE, [traceparent]);
}

type RawError = {
  meta?: {
    driverAdapterError?: {
      cause?: { originalCode?: string; originalMessage?: string; constraint?: { index?: string } };
    };
  };
};

/** Errors of our SQL functions end in the constraint's name (prisma/sql/functions/refuse_enrollment.sql). */
function rethrowAsPgError(error: RawError): never {
  const { originalCode, originalMessage, constraint } = error.meta?.driverAdapterError?.cause ?? {};
  if (!originalCode) throw error;
  const raised = constraint?.index ?? originalMessage?.split("known already: ")[1];
  throw Object.assign(error as Error, { code: originalCode, constraint: raised });
}
