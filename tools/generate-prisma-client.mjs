// `prisma generate` looks for a schema engine that it does not use; its download host is out of
// reach on many networks. Any executable satisfies it.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

const prisma = resolved("prisma/build/index.js");
// Without the developers' packages there is nothing to generate: what npm run build has made carries the client.
if (prisma) {
  execFileSync(process.execPath, [prisma, "generate"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  });
}

function resolved(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return;
  }
}
