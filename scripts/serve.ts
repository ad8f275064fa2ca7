import next from "next";
import { purgeIdempotencyRecords } from "@/lib/enrollment/idempotency";
import { schoolContext } from "@/lib/enrollment/school-context";
import { env } from "@/lib/env";
import { errorFields, logger } from "@/lib/logger";
import { mailJobsStatement } from "@/lib/mail/queue";
import { startServer } from "../server";

/** Starts Next and the HTTP server on `PORT`; returns how to stop them. The database is the caller's. */
export async function serve({ dev }: { dev: boolean }): Promise<() => Promise<void>> {
  const pages = next({ dev, hostname: env.HOST, port: env.PORT });
  await pages.prepare();
  await Promise.all([schoolContext(), mailJobsStatement()]); // so that the first request is not the slow one

  const server = await startServer({ port: env.PORT, host: env.HOST, pages: pages.getRequestHandler() });
  env.PORT = server.port;
  const purging = setInterval(purge, 3_600_000).unref();
  return async () => {
    clearInterval(purging);
    await server.stop();
    await pages.close();
  };
}

/** Answers that no retry can ask for any more are forgotten. */
function purge() {
  purgeIdempotencyRecords().catch((error) =>
    logger.warn({ error: errorFields(error) }, "old idempotency keys not purged"),
  );
}
