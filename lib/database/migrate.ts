import type pg from "pg";
import { openSession } from "@/lib/platform/connections";
import { withMigrationLock, type LockWaitOptions } from "./alone";
import { applyMigrations, getMigrationStatus } from "./migrations";
import { prepareQueues, areQueuesReady } from "./prepare-queues";

/**
 * Brings a database up to date: the migrations of `prisma/migrations`, then pg-boss's own schema
 * and queues. Several processes may call it at once; one works, the others wait. Where nothing is to be
 * done nobody waits.
 *
 * @returns the names of the migrations that it applied
 * @throws Error in words when another one works for longer than a minute
 */
export async function migrate(connectionString: string, waiting: LockWaitOptions = {}): Promise<string[]> {
  const pending = await withSession(connectionString, findPendingMigrations);
  if (pending.length === 0 && (await areQueuesReady(connectionString))) return [];
  return withMigrationLock(connectionString, waiting, async () => {
    const pending = await withSession(connectionString, findPendingMigrations);
    if (pending.length > 0) await withSession(connectionString, (client) => apply(client, pending));
    await prepareQueues(connectionString);
    return pending;
  });
}

/** Migrations may leave settings of their session behind, such as a search path: each work has its own. */
async function withSession<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openSession(connectionString);
  return work(client).finally(() => client.end());
}

async function findPendingMigrations(client: pg.Client): Promise<string[]> {
  const { pending, failed } = await getMigrationStatus(client);
  if (failed.length === 0) return pending;
  throw new Error(`A migration failed earlier and needs a hand: ${failed.join(", ")}`);
}

async function apply(client: pg.Client, pending: string[]) {
  await requireOwner(client, pending.length);
  await applyMigrations(client, pending);
}

/** A service that works as a role of its own may not change the schema (docs/operations.md, "Two roles"). */
async function requireOwner(client: pg.Client, pending: number) {
  const { rows } = await client.query(
    "select has_schema_privilege('public', 'create') as may, current_user as role",
  );
  if (rows[0].may) return;
  throw new Error(
    `The database lacks ${pending} migration${pending === 1 ? "" : "s"}, which ${rows[0].role} may not apply: run npm run db -- migrate as the database's owner.`,
  );
}
