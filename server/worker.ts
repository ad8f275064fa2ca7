import "./fatal";
import { withDatabase } from "@/lib/platform/database/open-database";
import { listDatabaseUrls } from "@/lib/platform/database/connections";
import { env, requireMailSettings } from "@/lib/platform/env";
import { awaitDatabase } from "./await-database";
import { startBackground } from "./background";
import { JOBS_WAIT_MS } from "./jobs";
import { run } from "./run";
import { stopSignal } from "./stop-signal";

// `npm run worker`: e-mails and purges in a process of their own, as many as wanted. Set WORKER=false
// on the servers then.
const { signal, came } = stopSignal();

/** Whatever hangs, a connection that says nothing included: others take on what was under way. */
const STOP_MS = 10_000;

env.poolWaitMs = JOBS_WAIT_MS;
await run(async () => {
  requireMailSettings();
  if (!env.embedded) for (const address of listDatabaseUrls()) await awaitDatabase(address, console.log, signal);
  if (signal.aborted) return;
  await withDatabase(async () => {
    const { begun, stop } = startBackground();
    await Promise.race([begun, came]);
    if (!signal.aborted) console.log("Delivering e-mails. Stop with Ctrl-C.");
    await came;
    setTimeout(() => process.exit(0), STOP_MS);
    await stop();
  });
});
process.exit(); // what a library may still hold open keeps nobody waiting
