import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { registerMailMetrics } from "@/lib/mail/worker";
import { prisma } from "@/lib/platform/database/prisma";
import { toLocalDay } from "@/lib/platform/dates";
import { registerHeartbeatMetrics } from "@/lib/platform/heartbeat";
import { registerDiskMetrics } from "@/lib/platform/metrics";
import { seedSchool } from "@/prisma/seed";
import { startServer } from "@/server";

// The API as a process, for a second server or a lost database.
if ((await prisma().schoolYear.count()) === 0) await seedSchool(toLocalDay("Europe/Madrid"));
const key = await createApiKey({
  name: `process ${process.pid}`,
  scopes: defaultScopes,
  expiresAt: null,
  mode: "live",
});
registerMailMetrics();
registerHeartbeatMetrics();
registerDiskMetrics();
const { port } = await startServer({ port: 0, host: "127.0.0.1" });
console.log(JSON.stringify({ port, key }));
