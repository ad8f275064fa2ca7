import pg from "pg";
import { PgBoss } from "pg-boss";
import { queues } from "@/lib/queues";
import { missingMigrations } from "./missing-migrations";

const MIGRATING = 3;

/**
 * Brings a database up to date: the migrations of `prisma/migrations`, then pg-boss's own schema
 * and queues. Several processes may call it at once; one works, the others wait.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const session = new pg.Client({ connectionString });
  await session.connect();
  try {
    await session.query("select pg_advisory_lock($1)", [MIGRATING]);
    const missing = await missingMigrations(session);
    const applied = missing.length > 0 ? await apply(connectionString) : [];
    await prepareQueues(connectionString);
    return applied;
  } finally {
    await session.end();
  }
}

/** The engine costs a second and some forty megabytes: it is loaded only when there is work for it. */
async function apply(connectionString: string): Promise<string[]> {
  const { applyMigrations, migrationStatus } = await import("./schema-engine");
  const { failed } = await migrationStatus(connectionString);
  if (failed.length > 0) throw new Error(`A migration failed earlier and needs a hand: ${failed.join(", ")}`);
  return applyMigrations(connectionString);
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
