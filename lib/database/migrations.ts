import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ClientBase, Pool } from "pg";

export const MIGRATIONS_PATH = path.resolve("prisma/migrations");
const UNDEFINED_TABLE = "42P01";

/** Prisma's own table, as its schema engine makes it: `prisma migrate deploy` goes on from here. */
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

type Recorded = { migration_name: string; checksum: string; logs: string | null; finished: boolean };

export type MigrationStatus = { pending: string[]; edited: string[]; failed: string[] };

/** The migrations of this build, in order. */
export async function listMigrations(directory = MIGRATIONS_PATH): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** What the database's own record says of this build's migrations. */
export async function getMigrationStatus(
  database: Pool | ClientBase,
  directory = MIGRATIONS_PATH,
): Promise<MigrationStatus> {
  const [names, recorded] = [await listMigrations(directory), await readAppliedMigrations(database)];
  const finished = new Map(recorded.filter((row) => row.finished).map((row) => [row.migration_name, row]));
  const failed = recorded.filter((row) => !row.finished).map((row) => row.migration_name);
  const scripts = new Map(
    await Promise.all(names.map(async (name) => [name, await readScript(name, directory)] as const)),
  );
  const isEdited = (name: string) => {
    const [row, script] = [finished.get(name), scripts.get(name) ?? ""];
    return row && row.checksum !== calculateChecksum(script) && row.logs !== statementsOf(script);
  };
  return {
    pending: names.filter((name) => !finished.has(name) && !failed.includes(name)),
    edited: names.filter(isEdited),
    failed,
  };
}

/** Those that the database lacks. */
export async function findMissingMigrations(database: Pool | ClientBase): Promise<string[]> {
  const recorded = await readAppliedMigrations(database);
  const finished = new Set(recorded.filter((row) => row.finished).map((row) => row.migration_name));
  return (await listMigrations()).filter((name) => !finished.has(name));
}

/**
 * Applies migrations in order and records each as Prisma does. One that fails leaves nothing but its line
 * in the record: PostgreSQL takes a script for one transaction.
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
      [id, statementsOf(script)],
    );
  }
}

async function readAppliedMigrations(database: Pool | ClientBase): Promise<Recorded[]> {
  const { rows } = await database
    .query<Recorded>(
      `select migration_name, checksum, logs, finished_at is not null as finished
       from _prisma_migrations where rolled_back_at is null`,
    )
    .catch((error) => {
      if (error.code === UNDEFINED_TABLE) return { rows: [] };
      throw error;
    });
  return rows;
}

const readScript = (name: string, directory = MIGRATIONS_PATH) =>
  readFile(path.join(directory, name, "migration.sql"), "utf8");
/** Written down beside Prisma's checksum, which a comment changes. */
const statementsOf = (script: string) => `statements sha256:${calculateChecksum(withoutComments(script))}`;

/** Comments in a function's body are statements too: the database keeps them. */
function withoutComments(script: string): string {
  const tokens = /('(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\2\$)|--[^\n]*|\/\*[\s\S]*?\*\//g;
  const lines = script.replace(tokens, (_, kept = "") => kept).split("\n");
  return lines
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join("\n");
}

const calculateChecksum = (script: string) => createHash("sha256").update(script).digest("hex");
