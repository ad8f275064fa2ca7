import { readdir } from "node:fs/promises";
import path from "node:path";
import type { ClientBase, Pool } from "pg";

export const MIGRATIONS = path.resolve("prisma/migrations");
const UNDEFINED_TABLE = "42P01";

/** The migrations of this build, in order. */
export async function migrationNames(): Promise<string[]> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Those that the database lacks, by its own record: a question that needs no schema engine. */
export async function missingMigrations(database: Pool | ClientBase): Promise<string[]> {
  const applied = await database
    .query<{ migration_name: string }>(
      "select migration_name from _prisma_migrations where finished_at is not null",
    )
    .catch((error) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] };
      throw error;
    });
  const names = new Set(applied.rows.map(({ migration_name }) => migration_name));
  return (await migrationNames()).filter((name) => !names.has(name));
}
