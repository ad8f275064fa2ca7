import { createApiKey } from "@/lib/api/api-keys";
import { usualScopes } from "@/lib/api/scopes";
import { exposeMailMetrics } from "@/lib/mail/metrics";
import { dayIn } from "@/lib/platform/dates";
import { exposeDisk } from "@/lib/platform/disk-metrics";
import { exposeHeartbeat } from "@/lib/platform/heartbeat";
import { prisma } from "@/lib/platform/prisma";
import { seedSchool } from "@/prisma/seed";
import { startServer } from "../server";

// The API as a process of its own, for tests that need a second server or take the database away.
if ((await prisma().schoolYear.count()) === 0) await seedSchool(dayIn("Europe/Madrid"));
const key = await createApiKey({
  name: `process ${process.pid}`,
  scopes: usualScopes,
  expiresAt: null,
  mode: "live",
});
exposeMailMetrics();
exposeHeartbeat();
exposeDisk();
const { port } = await startServer({ port: 0, host: "127.0.0.1" });
console.log(JSON.stringify({ port, key }));
