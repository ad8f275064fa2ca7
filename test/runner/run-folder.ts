import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { temporaryFolder } from "./temporary-folder";

/** Its stdin closes when the run ends in any way: then it stops PostgreSQL and deletes files. */
const SWEEP = `read -r _; tries=0
  find "$1" -name postmaster.pid 2>/dev/null | while read -r file; do kill -INT "$(head -n 1 "$file")"; done
  while [ $tries -lt 150 ] && [ -n "$(find "$1" -name postmaster.pid 2>/dev/null)" ]; do
    sleep 0.2; tries=$((tries + 1))
  done
  rm -rf "$1"`;

/** A folder for a run's files, deleted when the run ends or is killed. */
export async function createRunFolder() {
  const folder = await mkdtemp(path.join(temporaryFolder(), "matricula-run-"));
  await chmod(folder, 0o711); // an ordinary user of a test has a folder in it
  const sweeper = spawn("sh", ["-c", SWEEP, "sh", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true, // not ended by Ctrl-C
  });
  sweeper.on("error", () => {}); // no shell: an uninterrupted run deletes its folder itself
  sweeper.stdin.on("error", () => {});
  sweeper.unref();
  (sweeper.stdin as { unref?: () => void }).unref?.();
  return {
    folder,
    remove: async () => {
      await rm(folder, { recursive: true, force: true });
      sweeper.stdin.end("\n");
    },
  };
}
