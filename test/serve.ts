import { createApiKey } from "@/lib/api/api-keys";
import { usualScopes } from "@/lib/api/scopes";
import { exposeHeartbeat } from "@/lib/heartbeat";
import { exposeMailMetrics } from "@/lib/mail/metrics";
import { prisma } from "@/lib/prisma";
import { startServer } from "../server";
import { aSchool } from "./school";

// The API as a process of its own, for tests that need a second server or take the database away.
if ((await prisma().schoolYear.count()) === 0) await aSchool();
const key = await createApiKey({
  name: `process ${process.pid}`,
  scopes: usualScopes,
  expiresAt: null,
  mode: "live",
});
exposeMailMetrics();
exposeHeartbeat();
const { port } = await startServer({ port: 0, host: "127.0.0.1" });
console.log(JSON.stringify({ port, key }));
