import { type ChildProcess, spawn } from "node:child_process";
import { singleton } from "@/lib/platform/singleton";

const PROGRAM = ["--import", "./tools/sources.mjs", "./server/stop-embedded.ts"];

/** Its standard input is ours to hold: it ends with us, however we end. A shell costs a megabyte, and reads. */
const SCRIPT = 'read -r _ || exec "$@"';

const watchers = () => singleton("embedded watchers", () => new Map<string, ChildProcess>());

/** From now on somebody stops the PostgreSQL in `dataDir` when this process has been killed and nobody uses it. */
export function watchOver(dataDir: string) {
  if (watchers().has(dataDir)) return; // it was started anew
  const watcher = spawn("sh", ["-c", SCRIPT, "sh", process.execPath, ...PROGRAM], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // Ctrl-C and a kill of the whole group are not for it
    env: { ...process.env, DATA_DIR: dataDir },
  });
  watcher.on("error", () => {}); // no shell: as it was before there was a watcher
  watcher.stdin?.on("error", () => {});
  watcher.unref();
  (watcher.stdin as { unref?: () => void } | null)?.unref?.();
  watchers().set(dataDir, watcher);
}

/** PostgreSQL has stopped in order: nobody needs to look after it. */
export function dismissWatcher(dataDir: string) {
  watchers().get(dataDir)?.stdin?.end("\n");
  watchers().delete(dataDir);
}
