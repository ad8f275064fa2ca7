import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { toLocalDay } from "@/lib/platform/dates";
import { env } from "@/lib/platform/env";

export type School = {
  key: string;
  year: number;
  /** Another database, the same in all it has; returns its URL. */
  copy: (name: string) => Promise<string>;
  url: string;
  close: () => Promise<void>;
};

/** A fresh PostgreSQL of the bench's own, with the demo school and a key. */
export async function openSchool(): Promise<School> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-bench-"));
  const embedded = await openEmbedded(dataDir, () => {});
  const create = async (name: string, template = "template0") => {
    const client = new pg.Client(embedded.url);
    await client.connect();
    await client.query(`create database ${name} template ${template}`);
    await client.end();
    return Object.assign(new URL(embedded.url), { pathname: `/${name}` }).href;
  };
  const url = await create("school");
  process.env.DATABASE_URL = url; // for the servers
  env.DATABASE_URL = url;
  process.env.MAIL_TRANSPORT = "mailbox";
  process.env.APP_URL ??= "http://localhost:3000"; // without it the worker refuses to start
  await migrate(url);
  return {
    ...(await seed()),
    url,
    copy: (name) => create(name, "school"),
    close: async () => {
      await embedded.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Leaves no connection behind: a database that somebody uses cannot be copied. */
async function seed(): Promise<Pick<School, "key" | "year">> {
  const { prisma, getPool } = await import("@/lib/platform/database/prisma");
  const { stopListening } = await import("@/lib/platform/cache");
  const { seedSchool } = await import("@/prisma/seed");
  const { createApiKey } = await import("@/lib/api/keys");
  const { getMailJobsSql } = await import("@/lib/mail/writes");
  const { listSchoolYears } = await import("@/lib/catalogue/queries");
  await seedSchool(toLocalDay("Europe/Madrid"));
  await getMailJobsSql();
  const scopes = ["catalogue:read", "enrollment:write"] as const;
  const key = await createApiKey({ name: "bench", scopes, expiresAt: null, mode: "live" });
  const year = JSON.parse((await listSchoolYears()).body.toString()).data[0].id;
  await stopListening();
  await prisma().$disconnect();
  await getPool().end();
  return { key, year };
}
