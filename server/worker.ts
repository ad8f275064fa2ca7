import "./startup/uncaught-errors";
import { listDatabaseUrls } from "@/lib/platform/database/connections";
import { withDatabase } from "@/lib/platform/database/open-database";
import { env, requireMailSettings } from "@/lib/platform/env";
import { JOB_TIMEOUT_MS } from "./jobs/job-queue";
import { startWorkers } from "./jobs/workers";
import { runMain } from "./run-main";
import { listenForShutdown } from "./startup/shutdown-signal";
import { waitForDatabase } from "./startup/wait-for-database";

// `npm run worker`: mails and purges in separate processes, any number. Set WORKER=false on the servers.
const { signal, aborted } = listenForShutdown();

/** Jobs that hang are taken over by others. */
const STOP_MS = 10_000;

env.poolWaitMs = JOB_TIMEOUT_MS;
await runMain(async () => {
  requireMailSettings();
  if (!env.embedded)
    for (const address of listDatabaseUrls()) await waitForDatabase(address, console.log, signal);
  if (signal.aborted) return;
  await withDatabase(async () => {
    const { started, stop } = startWorkers();
    await Promise.race([started, aborted]);
    if (!signal.aborted) console.log("Delivering e-mails. Stop with Ctrl-C.");
    await aborted;
    setTimeout(() => process.exit(0), STOP_MS);
    await stop();
  });
});
process.exit(); // libraries may keep connections open
