import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { openSession } from "@/lib/platform/database/connections";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { findPostgresUser } from "@/lib/platform/database/embedded-process";
import { toProgramUrl } from "@/lib/platform/env";

/** Packs or unpacks with the machine's own tar. @param fine the exit codes that are none of a failure */
export const runTar = (args: string[], fine = [0]) =>
  waitForExit("tar", spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] }), fine);

/** The cluster's password, and what opens that which is sealed in the database. */
const PASSWORD = "postgres-password";
const KEYS = [PASSWORD, "draft-keys", "demo-api-key"];

/** Beside a backup, to be kept apart from it: what is sealed is not in one file with what opens it. */
const getKeysPath = (file: string) => `${file}.keys`;

/** Writes the keys that a folder has beside a backup, for its owner alone. */
export async function backUpKeys(dataDir: string, file: string): Promise<void> {
  await writeFile(getKeysPath(file), "", { mode: 0o600 });
  const names = KEYS.filter((name) => existsSync(path.join(dataDir, name)));
  // Without the folder, which the first start makes, there is no key.
  const what = names.length > 0 ? ["-C", dataDir, ...names] : ["-T", "/dev/null"];
  await runTar(["-cf", getKeysPath(file), ...what]);
}

/** Ends every restore: no event's id of before holds any more. Databases of before there were events have none. */
export const NEW_EPOCH_SQL = `do $$ begin
  if to_regprocedure('public.new_event_epoch()') is not null then perform public.new_event_epoch(); end if;
end $$;
`;

/** The same on a database that runs, such as one that was put back to a point in time by hand. */
export async function startEventEpoch(url: string): Promise<void> {
  const client = await openSession(url);
  await client.query(NEW_EPOCH_SQL).finally(() => client.end());
}

/**
 * Writes the embedded database, while it runs, into one tar file: its files between the two calls that
 * PostgreSQL has for this, then its write-ahead log, from which a restore makes them whole. Its keys go into
 * another one beside it.
 *
 * @param withMailbox with the e-mails that stay on this machine, whose links are live
 * @throws Error in words when a file is there already, or the log was recycled meanwhile
 */
export async function backUpEmbedded(
  url: string,
  dataDir: string,
  file: string,
  { withMailbox = false } = {},
): Promise<void> {
  assertNotExists(file);
  const labels = await mkdtemp(path.join(dataDir, "backup-"));
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the next statement fails, which is told in words
  await client.connect();
  try {
    await backUpKeys(dataDir, file);
    await writeFile(file, "", { mode: 0o600 });
    await client.query("select pg_backup_start('matricula', fast => true)");
    const beside = withMailbox && existsSync(path.join(dataDir, "mailbox")) ? ["mailbox"] : [];
    const kept = ["postmaster.pid", "postmaster.opts", "pg_wal/*", "pg_replslot/*"];
    const without = kept.map((name) => `--exclude=postgres/${name}`);
    // Files that change while they are read are made whole by the log: tar calls that 1.
    await runTar(["-cf", file, ...without, "-C", dataDir, "postgres", ...beside], [0, 1]);
    const { rows } = await client.query("select labelfile, spcmapfile from pg_backup_stop()");
    const label = path.join("postgres", "backup_label");
    await mkdir(path.join(labels, "postgres"));
    await writeFile(path.join(labels, label), rows[0].labelfile);
    const first = /START WAL LOCATION: .*file (\w+)/.exec(rows[0].labelfile)?.[1] ?? "";
    const log = path.join("postgres", "pg_wal");
    if (!existsSync(path.join(dataDir, log, first)))
      throw new Error("Too much was written meanwhile. Try again.");
    await runTar(["-rf", file, "-C", dataDir, log], [0, 1]);
    await runTar(["-rf", file, "-C", labels, label]);
  } catch (error) {
    await removeBackup(file);
    throw error;
  } finally {
    await client.end();
    await rm(labels, { recursive: true, force: true });
  }
}

/**
 * Unpacks such a file, and its keys from beside it, where no database is yet; the next start recovers it.
 * @throws Error in words when there is one, or the keys are neither beside the file nor in the folder
 */
export async function restoreEmbedded(dataDir: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const cluster = path.join(dataDir, "postgres");
  if (existsSync(cluster))
    throw new Error(`${cluster} is there already. Stop the service and move it away first.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fresh = await mkdtemp(path.join(dataDir, "restore-"));
  try {
    await runTar(["-xf", file, "-C", fresh]);
    await unpackKeys(file, fresh, dataDir);
    const unpacked = path.join(fresh, "postgres");
    if (!existsSync(path.join(unpacked, "backup_label")))
      throw new Error(`${file} is no backup of this service.`);
    await chownToPostgres(unpacked);
    for (const name of await readdir(fresh)) {
      if (name !== "postgres") await rename(path.join(fresh, name), path.join(dataDir, name));
    }
    await rename(unpacked, cluster); // last: whoever finds it finds everything
    await startEmbeddedEventEpoch(dataDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * A database of one's own, by PostgreSQL's own programs, which must be as new as the server, and this machine's keys
 * beside it; those of `DRAFT_KEYS` are kept where the environment is.
 */
export async function backUpExternal(url: string, dataDir: string, file: string): Promise<void> {
  assertNotExists(file);
  try {
    await backUpKeys(dataDir, file);
    await writeFile(file, "", { mode: 0o600 });
    await runPostgresProgram(
      "pg_dump",
      ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`],
      url,
    );
  } catch (error) {
    await removeBackup(file);
    throw error;
  }
}

/** Replaces what is in the database, all or nothing; keys that this machine has already stay. */
export async function restoreExternal(url: string, dataDir: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--file=-"];
  const script = spawn("pg_restore", [...options, file], { stdio: ["ignore", "pipe", "pipe"] });
  const whole = waitForExit("pg_restore", script);
  whole.catch(() => {}); // whoever reads the script throws it
  const statements = Readable.from(wrapInTransaction(script.stdout, whole));
  await runPostgresProgram("psql", ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"], url, statements);
  await addMissingKeys(file, dataDir);
}

/** Waits for a program. @throws Error with what it said, or that it is not on this machine */
function waitForExit(name: string, child: ChildProcess, fine = [0]): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => (said += chunk));
    child.on("error", () =>
      reject(new Error(`${name} is not on this machine. Install it; it is one of PostgreSQL's clients.`)),
    );
    child.on("close", (code) => (fine.includes(code ?? -1) ? resolve() : reject(new Error(said.trim()))));
  });
}

/** @throws Error in words when the backup, or its keys, are there already */
function assertNotExists(file: string) {
  const there = [file, getKeysPath(file)].find(existsSync);
  if (there) throw new Error(`${there} is there already. Nothing was written.`);
}

/** After a backup that failed. */
async function removeBackup(file: string): Promise<void> {
  for (const one of [file, getKeysPath(file)]) await rm(one, { force: true });
}

/**
 * Puts a backup's keys to what was unpacked of it; one that was made by a release of before has them in itself.
 * @throws Error in words when they are neither beside it nor in the folder that it is restored to
 */
async function unpackKeys(file: string, unpacked: string, dataDir: string): Promise<void> {
  if (existsSync(getKeysPath(file))) return runTar(["-xf", getKeysPath(file), "-C", unpacked]);
  if ([unpacked, dataDir].some((folder) => existsSync(path.join(folder, PASSWORD)))) return;
  throw new Error(
    `${getKeysPath(file)} is not there, and nobody opens the backup without it: bring it beside ${file}.`,
  );
}

/** Takes from beside a backup the keys that this machine lacks; those that it has stay. */
async function addMissingKeys(file: string, dataDir: string): Promise<void> {
  if (!existsSync(getKeysPath(file))) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fresh = await mkdtemp(path.join(dataDir, "keys-"));
  try {
    await runTar(["-xf", getKeysPath(file), "-C", fresh]);
    for (const name of await readdir(fresh))
      if (!existsSync(path.join(dataDir, name)))
        await rename(path.join(fresh, name), path.join(dataDir, name));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The same on the embedded database, which is started and stopped for it. */
async function startEmbeddedEventEpoch(dataDir: string): Promise<void> {
  const embedded = await openEmbedded(dataDir, () => {});
  try {
    await startEventEpoch(embedded.url);
  } finally {
    await embedded.release();
  }
}

async function chownToPostgres(folder: string) {
  await chmod(folder, 0o700);
  const user = findPostgresUser();
  if (!user) return;
  const entries = await readdir(folder, { recursive: true });
  for (const name of ["", ...entries]) await chown(path.join(folder, name), user.uid, user.gid);
}

/**
 * The jobs' schema goes as a whole: pg_restore would drop the keys of its partitions one by one, which
 * PostgreSQL refuses. Half a script is not committed.
 */
async function* wrapInTransaction(script: Readable, whole: Promise<void>) {
  yield "set client_min_messages = warning; begin; drop schema if exists pgboss cascade;\n";
  try {
    yield* script;
  } finally {
    await whole;
  }
  yield `${NEW_EPOCH_SQL}commit;\n`;
}

/** The password goes by the environment: arguments are for everybody on the machine to see. */
async function runPostgresProgram(name: string, args: string[], url: string, input?: Readable) {
  const { address, password } = toProgramUrl(url);
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(name, [...args, `--dbname=${address}`], {
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const end = waitForExit(name, child);
  end.catch(() => {}); // awaited below
  const feeding = input ? pipeline(input, child.stdin).catch((error: Error) => error) : child.stdin.end();
  const broken = await feeding;
  // What is fed says why it ends early; else who reads no further does, better than who is not read.
  if (broken instanceof Error && !("code" in broken)) throw broken;
  await end;
  if (broken instanceof Error) throw broken;
}
