import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { MIGRATIONS, migrationNames } from "@/lib/database/migrations";
import { migrationFromSchema } from "./schema-engine";

/** Writes a migration that leads to `prisma/schema.prisma`; returns its file. */
export async function createMigration(url: string, name: string, empty: boolean): Promise<string> {
  const sql = await migrationFromSchema(url);
  if (sql === "" && !empty) {
    throw new Error("prisma/schema.prisma and the migrations agree. For SQL of your own, add --empty.");
  }
  const directory = path.join(MIGRATIONS, `${await timestamp()}_${name}`);
  await mkdir(directory);
  await writeFile(path.join(directory, "migration.sql"), sql || "-- What cannot be said in schema.prisma.\n");
  return `${path.relative("", directory)}/migration.sql`;
}

/** Now in UTC, but later than every migration there is: they are applied in the order of their names. */
async function timestamp(): Promise<string> {
  const now = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const last = (await migrationNames()).at(-1)?.slice(0, 14) ?? "";
  return now > last ? now : String(Number(last) + 1);
}
