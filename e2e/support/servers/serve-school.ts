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
  process.on("message", async ({ id, request }: { id: number; request: ServerRequest }) => {
    const answer = await handleRequest(request).then(
      (result) => ({ result }),
      (error) => ({ problem: String(error) }),
    );
    process.send?.({ id, ...answer });
  });

  // Exits with its parent, also a killed one.
  process.once("disconnect", async () => {
    await stop();
    await closeDatabase();
    process.exit(0);
  });
});

function handleRequest(request: ServerRequest): Promise<string> {
  return "families" in request ? enrollFamilies(request.families) : prepareDraft(request);
}

/** `npm run demo -- enrollments COUNT` in this process. */
async function enrollFamilies(count: number): Promise<string> {
  const references = await seedFamilies(count, new Date());
  await seedDecisions(references, new Date());
  return `${references.length}`;
}
