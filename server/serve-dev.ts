import { closeDatabase, openDatabase } from "@/lib/platform/database/open-database";
import { runMain } from "./run-main";
import { serveAlone } from "./serve";

await runMain(async () => {
  const embedded = await openDatabase();
  const stop = await serveAlone({ dev: true });
  process.once("SIGTERM", async () => {
    await stop();
    await closeDatabase();
    await embedded?.release();
    process.exit(0);
  });
});
