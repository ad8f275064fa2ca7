import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, openSync, readFileSync } from "node:fs";
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
  runCommand,
  shutDownPostgres,
  spawnDetached,
  toCommand,
} from "@/lib/platform/database/embedded-process";

/** Makes a cluster in `dataDir`, whose owner is `matricula`; another process may be faster. */
export async function createCluster(dataDir: string) {
  const fresh = await mkdtemp(path.join(dataDir, "postgres.new-")); // renamed when whole: no halves
  const user = findPostgresUser();
  if (user) await chown(fresh, user.uid, user.gid);

  const { initdb } = await findBinaries();
  const options = [
    `--pgdata=${fresh}`,
    "--username=matricula",
    `--pwfile=${passwordIn(dataDir)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
  ];
  try {
    await runCommand(toCommand(initdb, options), path.parse(dataDir).root);
    await rename(fresh, getClusterPath(dataDir));
  } catch (error) {
    if (!existsSync(getClusterPath(dataDir))) throw error; // else another process was faster
  }
  const left = (await readdir(dataDir)).filter((name) => name.startsWith("postgres.new-"));
  // Another process may still be writing into its own: it ends as soon as a folder is gone.
  const whole = { recursive: true, force: true, maxRetries: 20 };
  for (const name of left) await rm(path.join(dataDir, name), whole);
}

/** Made once; a link is whole or not there, also when two processes come first at once. */
export async function readOrCreatePassword(dataDir: string): Promise<string> {
  const file = passwordIn(dataDir);
  if (!existsSync(file)) {
    const fresh = `${file}.${randomUUID()}`;
    await writeFile(fresh, randomBytes(24).toString("hex"), { mode: 0o600 });
    await link(fresh, file).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    await rm(fresh);
  }
  return readFile(file, "utf8");
}

/** PostgreSQL inside `DATA_DIR`, in use by this process until `release`. */
export type EmbeddedDatabase = {
  url: string;
  /** False when another process already serves this `DATA_DIR`. Who serves it keeps PostgreSQL running. */
  claimServer: () => Promise<boolean>;
  /** Gives up this process's use; the last one out shuts PostgreSQL down cleanly. */
  release: () => Promise<void>;
  /** The same for a process whose server was killed: it waits until PostgreSQL has noticed that too. */
  releaseAfterServer: () => Promise<void>;
};

const USERS_LOCK_ID = 1;
const SERVER_LOCK_ID = 2;

/** So long PostgreSQL may take to notice that a server's process was killed, whose lock it holds until then. */
const UNTIL_NOTICED_MS = 2_000;

/**
 * Starts PostgreSQL in `dataDir`, or joins it where another process has started it. Who uses it
 * holds an advisory lock in a session of its own, so a killed process leaves nothing to clean up.
 */
export async function openEmbedded(
  dataDir: string,
  progress: (step: string) => void,
): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  const password = await readOrCreatePassword(dataDir);
  if (!existsSync(getClusterPath(dataDir))) {
    progress("Initialising PostgreSQL");
    await createCluster(dataDir);
  }
  const first = await join(dataDir, password);
  let { session } = first;
  let released = false;
  let server = false;
  let rejoining = Promise.resolve();

  const claim = async () =>
    (await session.query("select pg_try_advisory_lock($1) as mine", [SERVER_LOCK_ID])).rows[0].mine;
  /** PostgreSQL was killed, or stopped by somebody: start it again, where every pool expects it. */
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
    url: first.url,
    claimServer: async () => {
      server = await claim();
      if (server) keepRunning();
      return server;
    },
    release: async () => {
      released = true;
      await rejoining;
      await releaseCluster(session, dataDir, server ? UNTIL_NOTICED_MS : 0);
    },
    releaseAfterServer: async () => {
      const waited = () => session.query("select pg_advisory_lock($1)", [SERVER_LOCK_ID]);
      await waited().catch(async () => {
        if (findRunningPort(dataDir) === undefined) return; // it was killed as well
        ({ session } = await join(dataDir, password)); // it had been started anew meanwhile
        await waited();
      });
      await releaseCluster(session, dataDir);
    },
  };
}

const passwordIn = (dataDir: string) => path.join(dataDir, "postgres-password");

/** A session that holds the lock of those who use PostgreSQL, which is started when it does not run. */
async function join(dataDir: string, password: string, shouldStop = () => false) {
  for (let attempt = 0; !shouldStop(); attempt++) {
    const port = findRunningPort(dataDir) ?? (await start(dataDir));
    const url = getEmbeddedUrl(password, port);
    const session = await connect(url);
    if (session) return { session, url };
    if (attempt === 100)
      throw new Error(`PostgreSQL does not start. Its last words:\n${readLogTail(dataDir)}`);
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
  session.on("error", () => {}); // a lost session is noticed by the pool, which every request uses
  try {
    await session.connect();
    await session.query("select pg_advisory_lock_shared($1)", [USERS_LOCK_ID]);
    await assertNotStopping(url);
    return session;
  } catch {
    session.end().catch(() => {});
    return; // still starting, or shutting down behind somebody else: the caller tries again
  }
}

/** Throws when PostgreSQL has begun to stop behind the one who held the lock before. */
async function assertNotStopping(url: string) {
  const probe = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  probe.on("error", () => {});
  await probe.connect();
  await probe.end();
}

/**
 * The last one out holds the lock until PostgreSQL, stopping, ends its session: whoever waits for the
 * lock gets it only when PostgreSQL has begun to refuse connections, and notices that in `connect`.
 */
async function releaseCluster(session: pg.Client, dataDir: string, patience = 0) {
  const isLast = () =>
    session.query("select pg_try_advisory_lock($1) as last", [USERS_LOCK_ID]).then(
      ({ rows }) => rows[0].last as boolean,
      () => false,
    );
  await session.query("select pg_advisory_unlock_shared($1)", [USERS_LOCK_ID]).catch(() => {});
  let last = await isLast();
  for (let waited = 0; !last && waited < patience; waited += 50) {
    await sleep(50);
    last = await isLast();
  }
  if (last) await shutDownPostgres(dataDir)();
  await session.end().catch(() => {});
}

const getEmbeddedUrl = (password: string, port: number) =>
  `postgresql://matricula:${password}@127.0.0.1:${port}/postgres`;

async function start(dataDir: string): Promise<number> {
  await removeStalePidFile(dataDir);
  const portFile = path.join(dataDir, "postgres-port");
  const wanted = Number(await readFile(portFile, "utf8").catch(() => "0"));
  const port = (await findFreePort(wanted)) ?? (await findFreePort(0)) ?? 0;
  await writeFile(portFile, String(port), { mode: 0o600 });

  const { postgres } = await findBinaries();
  const options = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    logging_collector: "off",
    timezone: "UTC",
    // In its own folder: one that was killed leaves nothing in the system's.
    ...(process.platform !== "win32" && { dynamic_shared_memory_type: "mmap" }),
  };
  spawnDetached(
    toCommand(postgres, [
      "-D",
      getClusterPath(dataDir),
      ...Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]),
    openSync(logIn(dataDir), "a", 0o600),
  );
  return port;
}

const logIn = (dataDir: string) => path.join(dataDir, "postgres.log");
const readLogTail = (dataDir: string) =>
  readFileSync(logIn(dataDir), "utf8").trim().split("\n").slice(-6).join("\n");
