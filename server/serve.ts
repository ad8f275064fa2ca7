import next from "next";
import { saveCallCounts } from "@/lib/api/request-log";
import { checkInsertSql } from "@/lib/enrollment/enroll/writes";
import { getSchoolContext } from "@/lib/enrollment/queries";
import { isKnownPath, loadConfigWithNode, setNextOrigin } from "@/lib/http/next-internals";
import { registerMailMetrics } from "@/lib/mail/worker";
import { getMailJobsSql } from "@/lib/mail/writes";
import { registerDoctor } from "@/lib/platform/checks";
import { env } from "@/lib/platform/env";
import { isDatabaseUnavailable } from "@/lib/platform/errors";
import { registerHeartbeatMetrics } from "@/lib/platform/heartbeat";
import { registerDiskMetrics } from "@/lib/platform/metrics";
import { startServer } from "@/server";
import { startAllChecks } from "./doctor/run-checks";
import { startWorkers } from "./jobs/workers";
import { saveFormInput } from "./requests/save-form-input";
import { getUploadLimit } from "./requests/upload-limit";
import { redirectConsoleToLog } from "./startup/console-log";

/** @param idleMs see server.ts */
type Stop = (idleMs?: number) => Promise<void>;

/** Starts Next and HTTP on `PORT`; returns the stop function. The caller manages the database. */
export async function serve({ dev }: { dev: boolean }): Promise<Stop> {
  loadConfigWithNode();
  const pages = next({ dev, port: env.PORT }); // with a hostname Next redirects other hosts endlessly
  await pages.prepare();
  await Promise.allSettled([getSchoolContext(), getMailJobsSql()]); // for a fast first request
  await checkInsertSql().catch((error) => {
    if (!isDatabaseUnavailable(error)) throw error; // a server also starts while its database is away
  });

  registerMailMetrics();
  registerHeartbeatMetrics();
  registerDiskMetrics();
  registerDoctor(startAllChecks);
  if (!dev) redirectConsoleToLog();
  const server = await startServer({
    port: env.PORT,
    host: env.HOST,
    pages: pages.getRequestHandler(),
    listening: {
      saveFormInput: saveFormInput,
      getMaxBytes: getUploadLimit,
      loadLimits: dev ? { maxConcurrent: Number.POSITIVE_INFINITY } : undefined, // compiles the first page in advance
      isKnownPath,
      cachePages: !dev,
    },
    upgrades: dev ? ({ url }) => url?.startsWith("/_next/") === true : undefined, // for hot reload
  });
  env.PORT = server.port;
  setNextOrigin(ownOrigin());
  return async (idleMs) => {
    await server.stop(idleMs);
    await pages.close();
    await saveCallCounts();
  };
}

/** Server and jobs in one process. */
export async function serveAlone(options: { dev: boolean }): Promise<Stop> {
  const stop = await serve(options);
  const background = env.WORKER ? startWorkers() : undefined;
  return async (idleMs) => {
    await stop(idleMs);
    await background?.stop();
  };
}

function ownOrigin(): string {
  const everywhere = env.HOST === "0.0.0.0" || env.HOST === "::";
  const host = env.HOST.includes(":") && !everywhere ? `[${env.HOST}]` : env.HOST;
  return `http://${everywhere ? "localhost" : host}:${env.PORT}`;
}
