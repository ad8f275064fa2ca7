import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { applyMigrations, listMigrations, MIGRATIONS_PATH } from "@/lib/platform/database/migrations";
import { generateMigrationSql } from "./schema-engine";
import { findChangedSqlObjects, readSqlObject } from "./sql-objects";

/** Writes a migration to `prisma/schema.prisma` and the files of `prisma/sql`; returns its path. */
export async function createMigration(url: string, name: string, empty: boolean): Promise<string> {
  const sql = await createMigrationSql(url);
  if (sql === "" && !empty) {
    throw new Error(
      "prisma/schema.prisma, prisma/sql and the migrations agree. For SQL of your own, add --empty.",
    );
  }
  const directory = path.join(MIGRATIONS_PATH, `${await createTimestamp()}_${name}`);
  await mkdir(directory);
  await writeFile(path.join(directory, "migration.sql"), sql || "-- What cannot be said in schema.prisma.\n");
  return `${path.relative("", directory)}/migration.sql`;
}

/** The SQL for the tables, then the functions and views that changed or whose tables changed. */
async function createMigrationSql(url: string): Promise<string> {
  const tables = await generateMigrationSql(url);
  const changed = await withMigratedDatabase(url, async (migrated) => {
    if (tables) await run(migrated, tables);
    return findChangedSqlObjects(migrated);
  });
  return [tables, ...(await Promise.all(changed.map(readSqlObject)))].filter(Boolean).join("\n");
}

/** Runs `work` on a temporary database with all migrations. */
async function withMigratedDatabase<T>(url: string, task: (url: string) => Promise<T>): Promise<T> {
  const shadowUrl = new URL(url);
  shadowUrl.pathname = `/matricula_shadow_${randomUUID()}`;
  const name = shadowUrl.pathname.slice(1);
  await run(url, `create database "${name}"`);
  try {
    const client = new pg.Client({ connectionString: shadowUrl.href });
    await client.connect();
    await listMigrations()
      .then((names) => applyMigrations(client, names))
      .finally(() => client.end());
    return await task(shadowUrl.href);
  } finally {
    await run(url, `drop database "${name}" with (force)`);
  }
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Now in UTC, but later than every existing migration, because they are applied by name. */
async function createTimestamp(): Promise<string> {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = (await listMigrations()).at(-1)?.slice(0, 14) ?? "";
  return now > last ? now : String(Number(last) + 1);
}
