import { ensureMailboxToken } from "@/lib/platform/crypto";
import { closeDatabase } from "@/lib/platform/database/open-database";
import { env } from "@/lib/platform/env";
import { seedDecisions } from "@/server/demo/demo-decisions";
import { seedFamilies } from "@/server/demo/demo-families";
import { runMain } from "@/server/run-main";
import { serveAlone } from "@/server/serve";
import { prepareDraft } from "./prepare-draft";
import type { ServerRequest } from "./server-process";

// The production server as a process, like `npm start` with an existing database.
await runMain(async () => {
  ensureMailboxToken();
  const stop = await serveAlone({ dev: false });
  process.send?.({ port: env.PORT });
  process.on("message", async ({ asked, wish }: { asked: number; wish: ServerRequest }) => {
    const answer = await grant(wish).then(
      (granted) => ({ granted }),
      (error) => ({ problem: String(error) }),
    );
    process.send?.({ asked, ...answer });
  });

  // Exits with its parent, also a killed one.
  process.once("disconnect", async () => {
    await stop();
    await closeDatabase();
    process.exit(0);
  });
});

function grant(wish: ServerRequest): Promise<string> {
  return "families" in wish ? enroll(wish.families) : prepareDraft(wish);
}

/** `npm run demo -- enrollments COUNT` in this process. */
async function enroll(count: number): Promise<string> {
  const made = await seedFamilies(count, new Date());
  await seedDecisions(made, new Date());
  return `${made.length}`;
}
