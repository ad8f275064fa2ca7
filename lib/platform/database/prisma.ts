import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/generated/prisma/client";
import { env, scaleTimeout } from "@/lib/platform/env";
import { isOutcomeUnknown } from "@/lib/platform/errors";
import { errorFields, logger } from "@/lib/platform/logger";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { memoize, singleton } from "@/lib/platform/singleton";
import { currentTraceparent } from "@/lib/platform/trace";
import { getPoolConfig } from "./connections";

/**
 * The process's only connection pool; Prisma draws from it too. What is asked of it directly is asked of the school's
 * rows: a statement that a sandbox needs too names the tables of all (`all_people`), or enters it (`withConnection`).
 */
export function getPool(): pg.Pool {
  if (getHeldConnection()) throw new SecondConnectionError();
  return singleton("pool", () => {
    const pool = new pg.Pool({
      ...getPoolConfig(),
      max: env.DATABASE_POOL_SIZE,
      application_name: "matricula",
      // Bounds for a database that went away or stopped answering: then 503, never a hanging request.
      // The first is also how long a request may wait for its turn: a busy pool is no reason for 503.
      connectionTimeoutMillis: env.poolWaitMs,
      query_timeout: scaleTimeout(6_000), // longer than PostgreSQL's own: whatever it gives up itself is known not to be done
      keepAlive: true,
    });
    pool.on("error", (error) => {
      if (pool.ending) return; // `end` does not wait for the last ones, which an embedded database may end first
      logger.warn({ error: errorFields(error) }, "idle database connection lost");
    });
    return pool;
  });
}

/** What a transaction holds of the pool: Prisma's, to be asked for more, or a connection that somebody has in hand. */
type HeldConnection = { tx?: Tx; sandboxId: number; isOver: boolean };

/** Whether this is called from within a transaction. */
export const isInTransaction = () => getHeldConnection() !== undefined;
/** So many statements a connection keeps planned; what is asked less often is planned each time. */
const MAX_NAMED = 200;
const MAX_COUNTED = 1_000;
const NAMED_FROM_USE = 3;

/** Transactions that each wait for one more connection wait for one another once they have the whole pool. */
class SecondConnectionError extends Error {
  constructor() {
    super("what holds a connection in a transaction asks the pool for a second one");
    this.name = "SecondConnection";
  }
}

/**
 * Prisma on the pool, with names for the statements that come often; in a sandbox it sees that one's rows alone. Within
 * a transaction it is that transaction, whoever asks.
 */
export function prisma(): PrismaClient {
  const held = getHeldConnection();
  if (held) {
    if (!held.tx || held.sandboxId !== getCurrentSandbox().sandboxId) throw new SecondConnectionError();
    return held.tx as PrismaClient;
  }
  const { sandboxId, trace } = getCurrentSandbox();
  if (sandboxId !== LIVE) return getSandboxClient()(String(sandboxId));
  return trace ? inTraces() : getLiveClient();
}

/** For the length of a transaction, so that a pooler gives it to nobody else. */
const ENTER = "select set_config('matricula.sandbox', $1, true)";

type Tx = Prisma.TransactionClient;

/** What a transaction tells of belongs to a trace, where the request does: `events.traceparent` is current_traceparent(). */
const NOTE_TRACE = "select set_config('matricula.traceparent', $1, true)";

type TransactionOptions<T> = { begin?: string; keeps?: (result: T) => boolean };

/**
 * A transaction on a connection of the pool, in the sandbox at work, for statements that Prisma does not write; what is
 * done in it asks on that connection alone.
 * @param ending how it begins, where not plainly, and which of its results it keeps
 */
export async function withConnection<T>(
  work: (client: pg.PoolClient) => Promise<T>,
  { begin = "begin", keeps = () => true }: TransactionOptions<T> = {},
): Promise<T> {
  const client = await getPool().connect();
  let isBroken = false;
  try {
    return await withHeldConnection(undefined, async () => {
      await beginTransaction(client, begin);
      const result = await work(client);
      await client.query(keeps(result) ? "commit" : "rollback");
      return result;
    });
  } catch (error) {
    // Where no answer came, none would come to this either.
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

/** Statements of our own on one connection: one of the pool, or the one that a transaction of Prisma's has. */
export type QueryRunner = {
  // biome-ignore lint/suspicious/noExplicitAny: as pg has it
  query: <Row = any>(
    statement: string | Statement,
    values?: unknown[],
  ) => Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** The connection of a transaction, which refuses as pg does: with a code and a constraint. */
export const toQueryRunner = (tx: Prisma.TransactionClient): QueryRunner => ({
  query: async <Row>(statement: string | Statement, values: unknown[] = []) => {
    const { text, values: own } = typeof statement === "string" ? { text: statement, values } : statement;
    const rows = await tx.$queryRawUnsafe<Row[]>(text, ...(own ?? values)).catch(rethrowAsPgError);
    return { rows, rowCount: rows.length };
  },
});

/**
 * Names for statements that come again and again, so that PostgreSQL plans each of them once a connection.
 * Lists and filters make ever new texts: one that has come seldom, or for which no name is left, stays without
 * (`""`). A name is never given to another text: a connection that has planned one under it refuses the other.
 */
function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined || names.size === MAX_NAMED) return name ?? "";
    const used = (uses.get(sql) ?? 0) + 1;
    if (used === NAMED_FROM_USE) {
      uses.delete(sql);
      names.set(sql, `p${names.size + 1}`);
      return `p${names.size}`;
    }
    if (uses.size === MAX_COUNTED) uses.clear();
    uses.set(sql, used);
    return "";
  };
}

const holding = () => singleton("held connections", () => new AsyncLocalStorage<HeldConnection>());

function getHeldConnection(): HeldConnection | undefined {
  const held = holding().getStore();
  return held?.isOver ? undefined : held;
}

async function withHeldConnection<T>(tx: Tx | undefined, work: () => Promise<T>): Promise<T> {
  const held: HeldConnection = { ...(tx && { tx }), sandboxId: getCurrentSandbox().sandboxId, isOver: false };
  try {
    return await holding().run(held, work);
  } finally {
    held.isOver = true;
  }
}

const getLiveClient = () =>
  singleton("prisma", () => {
    const client = new PrismaClient({
      adapter: new PrismaPg(getPool(), { statementNameGenerator: createStatementNamer() }),
      // A transaction waits for its turn as long as the pool lets it, and a busy database is no reason for 500.
      transactionOptions: { maxWait: env.poolWaitMs + 1_000, timeout: scaleTimeout(10_000) },
    });
    const begin = client.$transaction.bind(client) as (work: unknown, options?: object) => Promise<unknown>;
    const $transaction = (work: unknown, options?: object) =>
      begin(typeof work === "function" ? (tx: Tx) => withHeldConnection(tx, () => work(tx)) : work, options);
    return Object.assign(client, { $transaction }) as PrismaClient;
  });

const getSandboxClient = () => singleton("prisma in sandboxes", () => memoize(100, createSandboxClient));

/** The live school, whose transactions note the trace that they belong to. */
const inTraces = () =>
  singleton(
    "prisma in traces",
    () =>
      getLiveClient().$extends({
        client: { $transaction: withTransactionStart(noteTrace) },
      }) as unknown as PrismaClient,
  );

async function noteTrace(tx: Tx) {
  const traceparent = currentTraceparent();
  if (traceparent) await tx.$executeRawUnsafe(NOTE_TRACE, traceparent);
}

/** A transaction that begins so. */
const withTransactionStart =
  (enter: (tx: Tx) => Promise<unknown>) =>
  <T>(work: (tx: Tx) => Promise<T>, options?: { timeout?: number }): Promise<T> =>
    getLiveClient().$transaction(async (tx) => {
      await enter(tx);
      return work(tx);
    }, options);

/** Every operation in a transaction that has entered the sandbox; of two sandboxes no query is ever made one. */
function createSandboxClient(sandboxId: string): PrismaClient {
  const enter = (db: Pick<PrismaClient, "$executeRawUnsafe">) => db.$executeRawUnsafe(ENTER, sandboxId);
  const scoped = getLiveClient().$extends({
    client: {
      $transaction: withTransactionStart(async (tx) => {
        await enter(tx);
        await noteTrace(tx);
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
  const traceparent = currentTraceparent();
  if (traceparent) await client.query(NOTE_TRACE, [traceparent]);
}

type RawError = {
  meta?: {
    driverAdapterError?: {
      cause?: { originalCode?: string; originalMessage?: string; constraint?: { index?: string } };
    };
  };
};

/** What is raised by our own functions ends in its constraint (prisma/sql/functions/refuse_enrollment.sql). */
function rethrowAsPgError(error: RawError): never {
  const { originalCode, originalMessage, constraint } = error.meta?.driverAdapterError?.cause ?? {};
  if (!originalCode) throw error;
  const raised = constraint?.index ?? originalMessage?.split("known already: ")[1];
  throw Object.assign(error as Error, { code: originalCode, constraint: raised });
}
