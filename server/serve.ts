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
import { errorFields, logger } from "@/lib/platform/logger";
import { registerDiskMetrics } from "@/lib/platform/metrics";
import { recordPageError } from "@/lib/platform/page-request";
import { startServer } from "@/server";
import { startAllChecks } from "./doctor/run-checks";
import { startWorkers } from "./jobs/workers";
import { saveFormInput } from "./requests/save-form-input";
import { getUploadLimit } from "./requests/upload-limit";

/** @param idleMs see server.ts */
type Stop = (idleMs?: number) => Promise<void>;

/** Starts Next and HTTP on `PORT`; the caller manages the database. */
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
    pageOptions: {
      saveFormInput: saveFormInput,
      getMaxBytes: getUploadLimit,
      loadLimits: dev ? { maxConcurrent: Number.POSITIVE_INFINITY } : undefined, // compiles the first page in advance
      isKnownPath,
      cachePages: !dev,
    },
    shouldUpgrade: dev ? ({ url }) => url?.startsWith("/_next/") === true : undefined, // for hot reload
  });
  env.PORT = server.port;
  setNextOrigin(getOrigin());
  return async (idleMs) => {
    await server.stop(idleMs);
    await pages.close();
    await saveCallCounts();
  };
}

export async function serveAlone(options: { dev: boolean }): Promise<Stop> {
  const stop = await serve(options);
  const workers = env.WORKER ? startWorkers() : undefined;
  return async (idleMs) => {
    await stop(idleMs);
    await workers?.stop();
  };
}

function getOrigin(): string {
  const listensEverywhere = env.HOST === "0.0.0.0" || env.HOST === "::";
  const host = env.HOST.includes(":") && !listensEverywhere ? `[${env.HOST}]` : env.HOST;
  return `http://${listensEverywhere ? "localhost" : host}:${env.PORT}`;
}

/** Without Next's texts, because they may quote input. */
function redirectConsoleToLog() {
  for (const level of ["warn", "error"] as const) {
    console[level] = (...args: unknown[]) => {
      const error = args.find((arg) => arg instanceof Error);
      if (recordPageError(error)) return;
      logger[level]({ error: error && errorFields(error) }, "next");
    };
  }
}
