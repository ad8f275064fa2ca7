import type { Pool } from "pg";
import type { PrismaClient } from "@/generated/prisma/client";
import { stopListening } from "@/lib/platform/cache";
import { getDirectUrl } from "@/lib/platform/database/connections";
import { type EmbeddedDatabase, openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { env } from "@/lib/platform/env";
import { findSingleton } from "@/lib/platform/singleton";

/** The database that `DATABASE_URL` names, else the embedded one, started if it is not running. */
export async function openDatabase(
  progress: (step: string) => void = () => {},
): Promise<EmbeddedDatabase | undefined> {
  if (!env.embedded) return;
  const embedded = await openEmbedded(env.DATA_DIR, progress);
  env.DATABASE_URL = embedded.url;
  return embedded;
}

/**
 * Runs a command's work on the database, also while the server runs, and closes what it opened.
 * The embedded database is brought up to date first; one of your own waits for `npm run db -- migrate`.
 */
export function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  return withUnmigratedDatabase(async (url) => {
    if (env.embedded) await migrate(url);
    return work();
  });
}

/** The same on a database whose migrations stay as they are. */
export async function withUnmigratedDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const wasOpen = findSingleton("pool") !== undefined;
  const embedded = await openDatabase();
  try {
    return await work(getDirectUrl());
  } finally {
    if (!wasOpen) await closeDatabase();
    await embedded?.release();
  }
}

/** Closes every connection of this process; what was never opened stays so. */
export async function closeDatabase() {
  await stopListening();
  await findSingleton<PrismaClient>("prisma")?.$disconnect();
  await findSingleton<Pool>("pool")?.end();
}
