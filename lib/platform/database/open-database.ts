import type { Pool } from "pg";
import type { PrismaClient } from "@/generated/prisma/client";
import { stopListening } from "@/lib/platform/cache";
import { getDirectUrl } from "@/lib/platform/database/connections";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { env } from "@/lib/platform/env";
import { findSingleton } from "@/lib/platform/singleton";

/** Opens the database of `DATABASE_URL`, else the embedded one, which it starts if necessary. */
export async function openDatabase(progress: (step: string) => void = () => {}) {
  if (!env.embedded) return;
  const embedded = await openEmbedded(env.DATA_DIR, progress);
  env.DATABASE_URL = embedded.url;
  return embedded;
}

/** Runs a command, also beside the server. Migrates the embedded database; an external one must be migrated. */
export function withDatabase<T>(task: () => Promise<T>): Promise<T> {
  return withUnmigratedDatabase(async (url) => {
    if (env.embedded) await migrate(url);
    return task();
  });
}

export async function withUnmigratedDatabase<T>(task: (url: string) => Promise<T>): Promise<T> {
  const wasOpen = findSingleton("pool") !== undefined;
  const embedded = await openDatabase();
  try {
    return await task(getDirectUrl());
  } finally {
    if (!wasOpen) await closeDatabase();
    await embedded?.release();
  }
}

export async function closeDatabase() {
  await stopListening();
  await findSingleton<PrismaClient>("prisma")?.$disconnect();
  await findSingleton<Pool>("pool")?.end();
}
