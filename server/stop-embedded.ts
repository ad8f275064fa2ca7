import { stopWhenUnused } from "@/lib/database/embedded";
import { env } from "@/lib/platform/env";

// Begun by the shell that lib/database/embedded-watcher.ts leaves behind, when the process which started
// PostgreSQL has ended without stopping it.
await stopWhenUnused(env.DATA_DIR);
process.exit(0);
