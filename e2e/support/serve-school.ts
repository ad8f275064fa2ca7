import { closeDatabase } from "@/lib/database/open";
import { env } from "@/lib/platform/env";
import { ensureMailboxToken } from "@/lib/platform/mailbox-token";
import { run } from "@/server/run";
import { serveAlone } from "@/server/serve";
import { type DraftWish, prepareDraft } from "./prepare-draft";

// The production server in a process of its own, as `npm start` runs it once the database is there.
await run(async () => {
  ensureMailboxToken();
  const stop = await serveAlone({ dev: false });
  process.send?.({ port: env.PORT });
  process.on("message", async ({ asked, wish }: { asked: number; wish: DraftWish }) => {
    const answer = await prepareDraft(wish).then(
      (token) => ({ token }),
      (error) => ({ problem: String(error) }),
    );
    process.send?.({ asked, ...answer });
  });

  // Ends with whoever started it, also when that one was killed.
  process.once("disconnect", async () => {
    await stop();
    await closeDatabase();
    process.exit(0);
  });
});
