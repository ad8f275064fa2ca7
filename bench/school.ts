import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { joinEmbedded } from "@/lib/database/embedded";
import { migrate } from "@/lib/database/migrate";
import { dayIn } from "@/lib/dates";
import { env } from "@/lib/env";

export type School = { url: string; key: string; year: number; close: () => Promise<void> };

/** A fresh PostgreSQL of the bench's own, with the demo school and a key. */
export async function openSchool(): Promise<School> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-bench-"));
  const embedded = await joinEmbedded(dataDir, () => {});
  process.env.DATABASE_URL = embedded.url; // for the servers
  env.DATABASE_URL = embedded.url;
  process.env.MAIL_TRANSPORT = "mailbox";
  await migrate(embedded.url);

  const { prisma, pool } = await import("@/lib/prisma");
  const { stopListening } = await import("@/lib/changes");
  const { seedSchool } = await import("@/prisma/seed");
  const { createApiKey } = await import("@/lib/api/api-keys");
  const { mailJobsStatement } = await import("@/lib/mail/queue");
  const today = dayIn("Europe/Madrid");
  await seedSchool(today);
  await mailJobsStatement();
  const scopes = ["catalogue:read", "enrollment:write"] as const;
  const key = await createApiKey({ name: "bench", scopes, expiresAt: null, mode: "live" });
  const { listSchoolYears } = await import("@/lib/catalogue/queries");
  const year = JSON.parse((await listSchoolYears()).body.toString()).data[0].id;

  return {
    url: embedded.url,
    key,
    year,
    close: async () => {
      await stopListening();
      await prisma().$disconnect();
      await pool().end();
      await embedded.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
