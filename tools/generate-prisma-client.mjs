// `prisma generate` looks for a schema engine that it does not use, and whose download many networks block. Any
// executable file satisfies it.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

const prisma = resolve("prisma/build/index.js");
// Without development packages nothing is generated; the build already contains the client.
if (prisma) {
  execFileSync(process.execPath, [prisma, "generate"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
  });
}

function resolve(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return;
  }
}
