import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Where the embedded cluster's files are. */
export const getClusterPath = (dataDir: string) => path.join(dataDir, "postgres");

const pidFileIn = (dataDir: string) => path.join(getClusterPath(dataDir), "postmaster.pid");

/** The port of the PostgreSQL that runs in `dataDir`; undefined when none does. */
export function findRunningPort(dataDir: string): number | undefined {
  const postmaster = readPostmaster(dataDir);
  return postmaster && isPostgres(postmaster.pid) ? postmaster.port : undefined;
}

/** A container that starts again hands out the same process ids: the file may name a stranger. */
export async function removeStalePidFile(dataDir: string) {
  const postmaster = readPostmaster(dataDir);
  if (postmaster && !isPostgres(postmaster.pid)) await rm(pidFileIn(dataDir), { force: true });
}

/** Tells PostgreSQL to roll back what is open, write everything and exit; gives what waits for that. */
export function shutDownPostgres(dataDir: string): () => Promise<void> {
  const postmaster = readPostmaster(dataDir);
  if (postmaster && isPostgres(postmaster.pid)) process.kill(postmaster.pid, "SIGINT");
  return async () => {
    for (let waited = 0; readPostmaster(dataDir)?.pid === postmaster?.pid && postmaster; waited += 50) {
      if (!isPostgres(postmaster.pid)) return;
      if (waited > 30_000) throw new Error("PostgreSQL does not shut down.");
      await sleep(50);
    }
  };
}

function readPostmaster(dataDir: string): { pid: number; port: number } | undefined {
  const lines = pidFile(dataDir).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined; // still being written
}

/** Empty when there is none: it may go between a look and a read. */
function pidFile(dataDir: string): string {
  try {
    return readFileSync(pidFileIn(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false; // EPERM: it runs as somebody else
  }
  if (!existsSync("/proc/self")) return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false;
  }
}

/** `wanted` when nothing listens there, else undefined; 0 stands for any port. */
export function findFreePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer().once("error", () => resolve(undefined));
    probe.listen(wanted, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
