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
    if (pending.length > 0) await applyOnItsOwn(connectionString, pending);
    await prepareQueues(connectionString);
    return pending;
  } finally {
    await session.end();
  }
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
