import { spawn } from "node:child_process";
import { once } from "node:events";
import { findPgbouncer } from "./pgbouncer";

// Flows behind Debian's PgBouncer in transaction mode.
const FLOWS = ["app/api", "lib/enrollment", "lib/wizard", "lib/events", "lib/webhooks", "lib/desk/export"];

const program = findPgbouncer();
if (!program) {
  console.log(
    "Skipped: there is no PgBouncer on this machine (apt-get install pgbouncer, or PGBOUNCER=<program>).",
  );
  process.exit(0);
}
const vitest = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...FLOWS], {
  stdio: "inherit",
  env: { ...process.env, BEHIND_PGBOUNCER: program },
});
const [code] = await once(vitest, "exit");
process.exit(code ?? 1);
