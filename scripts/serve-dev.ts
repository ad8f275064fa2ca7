import { run } from "./run";
import { serve } from "./serve";

await run(async () => {
  const stop = await serve({ dev: true });
  process.once("SIGTERM", () => void stop().then(() => process.exit(0)));
});
