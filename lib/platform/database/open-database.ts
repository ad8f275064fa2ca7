import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Pool } from "pg";
import type { PrismaClient } from "@/generated/prisma/client";
import { stopListening } from "@/lib/platform/cache";
import { getDirectUrl } from "@/lib/platform/database/connections";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { findFreePort, getClusterPath } from "@/lib/platform/database/embedded-process";
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

/** The file with the port of the running server; a killed one leaves it. */
export const getPortPath = () => path.join(env.DATA_DIR, "server-port");

/** Sets `env.PORT` to that of the running server, if any, which links of commands need. */
export async function adoptServerPort() {
  if (!env.embedded || !existsSync(getPortPath())) return;
  const port = Number(readFileSync(getPortPath(), "utf8"));
  if ((await findFreePort(port, env.HOST)) === undefined) env.PORT = port;
}

/** Runs a command, also beside the server. Migrates the embedded database; an external one must be migrated. */
export function withDatabase<T>(task: () => Promise<T>): Promise<T> {
  return withUnmigratedDatabase(async (url) => {
    if (env.embedded) await migrate(url);
    return task();
  });
}

export async function withUnmigratedDatabase<T>(task: (url: string) => Promise<T>): Promise<T> {
  if (env.embedded && !existsSync(getClusterPath(env.DATA_DIR)))
    process.stderr.write(`There is no database in ${env.DATA_DIR} yet: creating one.\n`); // it may be mistyped
  await adoptServerPort();
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
