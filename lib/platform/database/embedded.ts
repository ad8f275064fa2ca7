import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  findBinaries,
  findFreePort,
  findPostgresUser,
  findRunningPort,
  getClusterPath,
  removeStalePidFile,
  shutDownPostgres,
  toCommand,
} from "@/lib/platform/database/embedded-process";

/** Creates a cluster in `dataDir` with the owner `matricula`; another process may do so at the same time. */
export async function createCluster(dataDir: string) {
  const newCluster = await mkdtemp(path.join(dataDir, "postgres.new-")); // renamed when complete
  const user = findPostgresUser();
  if (user) await chown(newCluster, user.uid, user.gid);

  const { initdb } = await findBinaries();
  const options = [
    `--pgdata=${newCluster}`,
    "--username=matricula",
    `--pwfile=${getPasswordPath(dataDir)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
  ];
  try {
    await runCommand(toCommand(initdb, options), path.parse(dataDir).root);
    await rename(newCluster, getClusterPath(dataDir));
  } catch (error) {
    if (!existsSync(getClusterPath(dataDir))) throw error; // another process was faster
  }
  const leftovers = (await readdir(dataDir)).filter((name) => name.startsWith("postgres.new-"));
  // Another process may still write into its folder, and fails when that is gone: hence the retries.
  const removal = { recursive: true, force: true, maxRetries: 20 };
  for (const name of leftovers) await rm(path.join(dataDir, name), removal);
}

/** Reads the password of the cluster, or creates it. `link` is atomic, also when two processes start at once. */
export async function readOrCreatePassword(dataDir: string): Promise<string> {
  const file = getPasswordPath(dataDir);
  if (!existsSync(file)) {
    const temporaryFile = `${file}.${randomUUID()}`;
    await writeFile(temporaryFile, randomBytes(24).toString("hex"), { mode: 0o600 });
    await link(temporaryFile, file).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(temporaryFile);
  }
  return readFile(file, "utf8");
}

const USERS_LOCK_ID = 1;
const SERVER_LOCK_ID = 2;

/** Time for PostgreSQL to notice a killed server process and to free its lock. */
const NOTICE_TIMEOUT_MS = 2_000;

/** Starts PostgreSQL or joins a running one. Each user holds an advisory lock in its session: a kill leaves nothing. */
export async function openEmbedded(dataDir: string, progress: (step: string) => void) {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  const password = await readOrCreatePassword(dataDir);
  if (!existsSync(getClusterPath(dataDir))) {
    progress("Initialising PostgreSQL");
    await createCluster(dataDir);
  }
  const joined = await join(dataDir, password);
  let { session } = joined;
  let released = false;
  let isServer = false;
  let rejoining = Promise.resolve();

  const claim = async () =>
    (await session.query("select pg_try_advisory_lock($1) as mine", [SERVER_LOCK_ID])).rows[0].mine;
  /** After PostgreSQL was killed or stopped: starts it again on the same port, where every pool expects it. */
  const rejoin = async () => {
    while (!released) {
      try {
        ({ session } = await join(dataDir, password, () => released));
        await claim();
        return keepRunning();
      } catch {
        await sleep(1_000); // meanwhile requests are answered with 503
      }
    }
  };
  const keepRunning = () => {
    session.once("end", () => {
      rejoining = rejoin();
    });
  };
  return {
    url: joined.url,
    /** False when another process already serves this `DATA_DIR`. The serving process restarts PostgreSQL when it ends. */
    claimServer: async () => {
      isServer = await claim();
      if (isServer) keepRunning();
      return isServer;
    },
    /** Ends this process's use; the last user shuts PostgreSQL down cleanly. */
    release: async () => {
      released = true;
      await rejoining;
      await releaseCluster(session, dataDir, isServer ? NOTICE_TIMEOUT_MS : 0);
    },
    /** Like `release`, after the serving process was killed: waits until PostgreSQL has noticed that. */
    releaseAfterServer: async () => {
      const waitForServerLock = () => session.query("select pg_advisory_lock($1)", [SERVER_LOCK_ID]);
      await waitForServerLock().catch(async () => {
        if (findRunningPort(dataDir) === undefined) return; // it was killed as well
        ({ session } = await join(dataDir, password)); // it was started again meanwhile
        await waitForServerLock();
      });
      await releaseCluster(session, dataDir);
    },
  };
}

const getPasswordPath = (dataDir: string) => path.join(dataDir, "postgres-password");

async function join(dataDir: string, password: string, shouldStop = () => false) {
  for (let attempt = 0; !shouldStop(); attempt++) {
    const port = findRunningPort(dataDir) ?? (await start(dataDir));
    const url = `postgresql://matricula:${password}@127.0.0.1:${port}/postgres`;
    const session = await connect(url);
    if (session) return { session, url };
    if (attempt === 100)
      throw new Error(`PostgreSQL does not start. The end of its log:\n${readLogTail(dataDir)}`);
    await sleep(100);
  }
  throw new Error("PostgreSQL is not needed any more.");
}

async function connect(url: string): Promise<pg.Client | undefined> {
  const session = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
    application_name: "matricula lock",
  });
  session.on("error", () => {}); // the pool, which every request uses, notices a lost session
  try {
    await session.connect();
    await session.query("select pg_advisory_lock_shared($1)", [USERS_LOCK_ID]);
    await assertNotStopping(url);
    return session;
  } catch {
    session.end().catch(() => {});
    return; // still starting, or shutting down: the caller tries again
  }
}

/** @throws Error when PostgreSQL has begun to stop after the previous user released the lock */
async function assertNotStopping(url: string) {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  probe.on("error", () => {});
  await probe.connect();
  await probe.end();
}

/** The last user gets the lock exclusively, and keeps it until PostgreSQL refuses connections. */
async function releaseCluster(session: pg.Client, dataDir: string, maxWaitMs = 0) {
  const isLast = () =>
    session.query("select pg_try_advisory_lock($1) as last", [USERS_LOCK_ID]).then(
      ({ rows }) => rows[0].last as boolean,
      () => false,
    );
  await session.query("select pg_advisory_unlock_shared($1)", [USERS_LOCK_ID]).catch(() => {});
  let last = await isLast();
  for (let waitedMs = 0; !last && waitedMs < maxWaitMs; waitedMs += 50) {
    await sleep(50);
    last = await isLast();
  }
  if (last) await shutDownPostgres(dataDir)();
  await session.end().catch(() => {});
}

async function start(dataDir: string): Promise<number> {
  await removeStalePidFile(dataDir);
  const portFile = path.join(dataDir, "postgres-port");
  const preferred = Number(await readFile(portFile, "utf8").catch(() => "0"));
  const port = (await findFreePort(preferred)) ?? (await findFreePort(0)) ?? 0;
  await writeFile(portFile, String(port), { mode: 0o600 });

  const { postgres } = await findBinaries();
  const log = openSync(getLogPath(dataDir), "a", 0o600);
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    logging_collector: "off",
    timezone: "UTC",
    // In the cluster's folder: a killed PostgreSQL then leaves nothing in the system's shared memory.
    ...(process.platform !== "win32" && { dynamic_shared_memory_type: "mmap" }),
  };
  spawnDetached(
    toCommand(postgres, [
      "-D",
      getClusterPath(dataDir),
      ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]),
    log,
  );
  closeSync(log);
  return port;
}

const getLogPath = (dataDir: string) => path.join(dataDir, "postgres.log");
const readLogTail = (dataDir: string) =>
  readFileSync(getLogPath(dataDir), "utf8").trim().split("\n").slice(-6).join("\n");

type Command = ReturnType<typeof toCommand>;

function runCommand({ file, args, ...identity }: Command, cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...identity, cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(output.trim()))));
  });
}

/** Starts a command in its own session, so that Ctrl-C does not reach it and we can stop it in order. */
function spawnDetached({ file, args, ...identity }: Command, log: number) {
  const child = spawn(file, args, { ...identity, cwd: "/", detached: true, stdio: ["ignore", log, log] });
  child.on("error", () => {}); // the caller detects that nothing listens, and quotes the log
  child.unref();
}
