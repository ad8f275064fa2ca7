import { closeDatabase } from "@/lib/database/open";
import { run } from "./run";
import { serve } from "./serve";

await run(async () => {
  const stop = await serve({ dev: true });
  process.once("SIGTERM", async () => {
    await stop();
    await closeDatabase();
    process.exit(0);
  });
});
