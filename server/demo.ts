import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { createApiKey } from "@/lib/api/api-keys";
import { scopes } from "@/lib/api/scopes";
import { dayIn } from "@/lib/dates";
import { env } from "@/lib/env";
import { prisma } from "@/lib/prisma";
import { readSettings } from "@/lib/school/settings";
import { seedSchool } from "@/prisma/seed";

/** Gives a first run its demo school and its demo key; returns the file that holds the key. */
export async function ensureDemo(progress: (step: string) => void): Promise<string> {
  if ((await prisma().schoolYear.count()) === 0) {
    progress("Seeding the demo school");
    await seedSchool(dayIn((await readSettings()).time_zone));
  }
  const file = path.join(env.DATA_DIR, "demo-api-key");
  if (!existsSync(file)) await createDemoKey(file);
  return file;
}

async function createDemoKey(file: string) {
  const now = new Date();
  await prisma().apiKey.updateMany({
    where: { name: "demo" }, // its file is gone, so nobody has its secret any more
    data: { name: `demo until ${now.toISOString()}`, revokedAt: now },
  });
  const secret = await createApiKey({ name: "demo", scopes, expiresAt: null, mode: "live" });
  await writeFile(file, secret, { mode: 0o600 });
}
