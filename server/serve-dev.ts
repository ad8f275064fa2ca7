import { closeDatabase, openDatabase } from "@/lib/database/open";
import { run } from "./run";
import { serveAlone } from "./serve";
import { startTracing } from "./tracing";

await run(async () => {
  const embedded = await openDatabase();
  const stopTracing = await startTracing();
  const stop = await serveAlone({ dev: true });
  process.once("SIGTERM", async () => {
    await stop();
    await stopTracing();
    await closeDatabase();
    await embedded?.release();
    process.exit(0);
  });
});
