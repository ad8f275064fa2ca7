import pg from "pg";
import { PgBoss } from "pg-boss";
import { queues } from "@/lib/queues";
import { applyMigrations, migrationStatus } from "./migrations";

const MIGRATING = 3;

/**
 * Brings a database up to date: the migrations of `prisma/migrations`, then pg-boss's own schema
 * and queues. Several processes may call it at once; one works, the others wait.
 *
 * @returns the names of the migrations that it applied
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const session = new pg.Client({ connectionString });
  await session.connect();
  try {
    await session.query("select pg_advisory_lock($1)", [MIGRATING]);
    const { pending, failed } = await migrationStatus(session);
    if (failed.length > 0) {
      throw new Error(`A migration failed earlier and needs a hand: ${failed.join(", ")}`);
    }
    if (pending.length > 0) await requireOwner(session, pending.length);
    if (pending.length > 0) await applyOnItsOwn(connectionString, pending);
    await prepareQueues(connectionString);
    return pending;
  } finally {
    await session.end();
  }
}

/** A service that works as a role of its own may not change the schema (docs/operations.md, "Two roles"). */
async function requireOwner(session: pg.Client, pending: number) {
  const { rows } = await session.query(
    "select has_schema_privilege('public', 'create') as may, current_user as role",
  );
  if (rows[0].may) return;
  throw new Error(
    `The database lacks ${pending} migration${pending === 1 ? "" : "s"}, which ${rows[0].role} may not apply: run npm run db -- migrate as the database's owner.`,
  );
}

/** Migrations may leave settings of their session behind, such as a search path; the lock's stays clean. */
async function applyOnItsOwn(connectionString: string, pending: string[]) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await applyMigrations(client, pending);
  } finally {
    await client.end();
  }
}

async function prepareQueues(connectionString: string) {
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false });
  await boss.start();
  for (const [name, options] of Object.entries(queues)) {
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
  }
  await boss.stop({ graceful: false });
}
