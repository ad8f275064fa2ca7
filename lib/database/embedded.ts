import { randomBytes } from "node:crypto";
import { existsSync, openSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { binaries, command, postgresUser, run, spawnDetached } from "./embedded-process";

const USED = 1;
const SERVED = 2;

/** PostgreSQL inside `DATA_DIR`, in use by this process until `release`. */
export type Embedded = {
  url: string;
  /** False when another process already serves this `DATA_DIR`. */
  claimServer: () => Promise<boolean>;
  /** Gives up this process's use; the last one out shuts PostgreSQL down cleanly. */
  release: () => Promise<void>;
};

/**
 * Starts PostgreSQL in `dataDir`, or joins it where another process has started it. Who uses it
 * holds an advisory lock in a session of its own, so a killed process leaves nothing to clean up.
 */
export async function joinEmbedded(dataDir: string, progress: (step: string) => void): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  const password = await ownPassword(dataDir);
  if (!existsSync(clusterIn(dataDir))) {
    progress("Initialising PostgreSQL");
    await initialise(dataDir);
  }

  for (let attempt = 0; ; attempt++) {
    const port = runningPort(dataDir) ?? (await start(dataDir));
    const url = `postgresql://matricula:${password}@127.0.0.1:${port}/postgres`;
    const session = await connect(url);
    if (session) return joined(session, url, dataDir);
    if (attempt === 100) throw new Error(`PostgreSQL does not start. Its last words:\n${lastWords(dataDir)}`);
    await sleep(100);
  }
}

async function joined(session: pg.Client, url: string, dataDir: string): Promise<Embedded> {
  session.on("error", () => {}); // a lost session is noticed by the pool, which every request uses
  await session.query("select pg_advisory_lock_shared($1)", [USED]);
  return {
    url,
    claimServer: async () => {
      const { rows } = await session.query("select pg_try_advisory_lock($1) as mine", [SERVED]);
      return rows[0].mine;
    },
    release: async () => {
      const postmaster = readPostmaster(dataDir);
      const last = await session
        .query("select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last", [USED])
        .then(
          ({ rows }) => rows[0].last,
          () => false,
        );
      await session.end().catch(() => {});
      if (last && postmaster) await stop(dataDir, postmaster.pid);
    },
  };
}

async function initialise(dataDir: string) {
  const fresh = path.join(dataDir, "postgres.new"); // renamed when whole: a killed start leaves no half
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  const user = postgresUser();
  if (user) await chown(fresh, user.uid, user.gid);

  const { initdb } = await binaries();
  await run(
    command(initdb, [
      `--pgdata=${fresh}`,
      "--username=matricula",
      `--pwfile=${path.join(dataDir, "postgres-password")}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
    ]),
    path.parse(dataDir).root,
  );
  await rename(fresh, clusterIn(dataDir));
}

async function start(dataDir: string): Promise<number> {
  await removeStalePostmaster(dataDir);
  const portFile = path.join(dataDir, "postgres-port");
  const wanted = Number(await readFile(portFile, "utf8").catch(() => "0"));
  const port = (await freePort(wanted)) ?? (await freePort(0)) ?? 0;
  await writeFile(portFile, String(port), { mode: 0o600 });

  const { postgres } = await binaries();
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    logging_collector: "off",
    timezone: "UTC",
  };
  spawnDetached(
    command(postgres, [
      "-D",
      clusterIn(dataDir),
      ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]),
    openSync(logIn(dataDir), "a", 0o600),
  );
  return port;
}

async function stop(dataDir: string, pid: number) {
  process.kill(pid, "SIGINT"); // "fast": roll back what is open, write everything, exit
  for (let waited = 0; existsSync(path.join(clusterIn(dataDir), "postmaster.pid")); waited += 50) {
    if (waited > 30_000) throw new Error("PostgreSQL does not shut down.");
    await sleep(50);
  }
}

/** A container that starts again hands out the same process ids: the file may name a stranger. */
async function removeStalePostmaster(dataDir: string) {
  const postmaster = readPostmaster(dataDir);
  if (!postmaster || !existsSync("/proc/self")) return;
  const name = await readFile(`/proc/${postmaster.pid}/comm`, "utf8").catch(() => "");
  if (name.trim() !== "postgres") await rm(path.join(clusterIn(dataDir), "postmaster.pid"), { force: true });
}

function runningPort(dataDir: string): number | undefined {
  const postmaster = readPostmaster(dataDir);
  if (!postmaster) return;
  try {
    process.kill(postmaster.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
  }
  if (existsSync("/proc/self")) {
    try {
      if (readFileSync(`/proc/${postmaster.pid}/comm`, "utf8").trim() !== "postgres") return;
    } catch {
      return;
    }
  }
  return postmaster.port;
}

function readPostmaster(dataDir: string) {
  const file = path.join(clusterIn(dataDir), "postmaster.pid");
  if (!existsSync(file)) return;
  const lines = readFileSync(file, "utf8").split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

async function connect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    application_name: "matricula lock",
  });
  try {
    await client.connect();
    return client;
  } catch {
    return; // still starting, or shutting down behind somebody else: the caller tries again
  }
}

async function ownPassword(dataDir: string): Promise<string> {
  const file = path.join(dataDir, "postgres-password");
  if (!existsSync(file)) await writeFile(file, randomBytes(24).toString("hex"), { mode: 0o600, flag: "wx" });
  return readFile(file, "utf8");
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer().once("error", () => resolve(undefined));
    probe.listen(wanted, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const clusterIn = (dataDir: string) => path.join(dataDir, "postgres");
const logIn = (dataDir: string) => path.join(dataDir, "postgres.log");
const lastWords = (dataDir: string) =>
  readFileSync(logIn(dataDir), "utf8").trim().split("\n").slice(-6).join("\n");
