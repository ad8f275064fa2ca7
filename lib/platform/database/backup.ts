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

/**
 * Runs the system's `tar`.
 * @param fine exit codes that count as success
 */
export const runTar = (args: string[], fine = [0]) =>
  waitForExit("tar", spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] }), fine);

/** The files with secrets: the cluster's password, the keys of drafts, the demo's API key. */
const PASSWORD = "postgres-password";
const KEYS = [PASSWORD, "draft-keys", "demo-api-key"];

/** Keys go into a separate file: encrypted data and its keys must not be in the same backup. */
const getKeysPath = (file: string) => `${file}.keys`;

/** Writes the keys of `DATA_DIR` into a file beside the backup (mode 0600). */
export async function backUpKeys(dataDir: string, file: string): Promise<void> {
  await writeFile(getKeysPath(file), "", { mode: 0o600 });
  const names = KEYS.filter((name) => existsSync(path.join(dataDir, name)));
  // The folder, and with it any key, may not exist before the first start.
  const what = names.length > 0 ? ["-C", dataDir, ...names] : ["-T", "/dev/null"];
  await runTar(["-cf", getKeysPath(file), ...what]);
}

/** Ends every restore: event ids from before the restore become invalid. Older databases have no events. */
export const NEW_EPOCH_SQL = `do $$ begin
  if to_regprocedure('public.new_event_epoch()') is not null then perform public.new_event_epoch(); end if;
end $$;
`;

/** Runs `NEW_EPOCH_SQL` on a running database, for example after a manual point-in-time recovery. */
export async function startEventEpoch(url: string): Promise<void> {
  const client = await openSession(url);
  await client.query(NEW_EPOCH_SQL).finally(() => client.end());
}

/**
 * Backs up the running embedded database into one tar file: its files between `pg_backup_start` and
 * `pg_backup_stop`, then the write-ahead log that makes them consistent. The keys go into a second file.
 * @param withMailbox include the e-mails stored on this machine, whose links still work
 * @throws Error with a readable message when a file exists already, or the log was recycled meanwhile
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
  client.on("error", () => {}); // the next statement fails with a readable message
  await client.connect();
  try {
    await backUpKeys(dataDir, file);
    await writeFile(file, "", { mode: 0o600 });
    await client.query("select pg_backup_start('matricula', fast => true)");
    const beside = withMailbox && existsSync(path.join(dataDir, "mailbox")) ? ["mailbox"] : [];
    const excluded = ["postmaster.pid", "postmaster.opts", "pg_wal/*", "pg_replslot/*"];
    const without = excluded.map((name) => `--exclude=postgres/${name}`);
    // Exit code 1 of tar: a file changed while it was read. The write-ahead log repairs that.
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
 * Unpacks a backup and its keys where no database exists yet; the next start recovers it.
 * @throws Error with a readable message when a database exists, or the keys are missing
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
    await rename(unpacked, cluster); // last: when the cluster exists, everything else does too
    await startEmbeddedEventEpoch(dataDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/**
 * Backs up an external database with `pg_dump`, which must be as new as the server, and this machine's keys.
 * Keys in `DRAFT_KEYS` are not included.
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

/** Replaces the content of an external database in one transaction; existing keys of this machine stay. */
export async function restoreExternal(url: string, dataDir: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--file=-"];
  const script = spawn("pg_restore", [...options, file], { stdio: ["ignore", "pipe", "pipe"] });
  const exit = waitForExit("pg_restore", script);
  exit.catch(() => {}); // `wrapInTransaction` awaits it
  const statements = Readable.from(wrapInTransaction(script.stdout, exit));
  await runPostgresProgram("psql", ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"], url, statements);
  await addMissingKeys(file, dataDir);
}

/** Waits until a program ends. @throws Error with its error output, or that it is not installed */
function waitForExit(name: string, child: ChildProcess, fine = [0]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (chunk) => (output += chunk));
    child.on("error", () =>
      reject(new Error(`${name} is not on this machine. Install it; it is one of PostgreSQL's clients.`)),
    );
    child.on("close", (code) => (fine.includes(code ?? -1) ? resolve() : reject(new Error(output.trim()))));
  });
}

/** @throws Error when the backup or its key file exists already */
function assertNotExists(file: string) {
  const existing = [file, getKeysPath(file)].find(existsSync);
  if (existing) throw new Error(`${existing} is there already. Nothing was written.`);
}

async function removeBackup(file: string): Promise<void> {
  for (const one of [file, getKeysPath(file)]) await rm(one, { force: true });
}

/**
 * Unpacks the keys of a backup. Backups of older releases contain them.
 * @throws Error when the keys are in neither the backup, the file beside it nor `dataDir`
 */
async function unpackKeys(file: string, unpacked: string, dataDir: string): Promise<void> {
  if (existsSync(getKeysPath(file))) return runTar(["-xf", getKeysPath(file), "-C", unpacked]);
  if ([unpacked, dataDir].some((folder) => existsSync(path.join(folder, PASSWORD)))) return;
  throw new Error(
    `${getKeysPath(file)} is missing, and the backup cannot be opened without it: copy it beside ${file}.`,
  );
}

/** Restores the keys that this machine lacks; existing ones stay. */
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

/** Starts and stops the embedded database to run `startEventEpoch`. */
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
 * Wraps the script in a transaction, so that an incomplete script is not committed. Drops the schema of
 * pg-boss first: pg_restore would drop its partitions' keys one by one, which PostgreSQL refuses.
 */
async function* wrapInTransaction(script: Readable, exit: Promise<void>) {
  yield "set client_min_messages = warning; begin; drop schema if exists pgboss cascade;\n";
  try {
    yield* script;
  } finally {
    await exit;
  }
  yield `${NEW_EPOCH_SQL}commit;\n`;
}

/** Runs a PostgreSQL program. The password goes into the environment: other users can see arguments. */
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
  // An error of the input is the cause; an error of the pipe is only a consequence of the program's own
  // error.
  if (broken instanceof Error && !("code" in broken)) throw broken;
  await end;
  if (broken instanceof Error) throw broken;
}
