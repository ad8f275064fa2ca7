import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { toProgramUrl } from "@/lib/platform/database-address";
import { addMissingKeys, backUpKeys, assertNotExists, removeBackup, unpackKeys } from "./backup-keys";
import { findPostgresUser } from "./embedded-process";
import { NEW_EPOCH_SQL, startEmbeddedEventEpoch } from "./new-epoch";
import { waitForExit, runTar } from "./programs";

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

async function chownToPostgres(folder: string) {
  await chmod(folder, 0o700);
  const user = findPostgresUser();
  if (!user) return;
  const entries = await readdir(folder, { recursive: true });
  for (const name of ["", ...entries]) await chown(path.join(folder, name), user.uid, user.gid);
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
    await runPostgresProgram("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", `--file=${file}`], url);
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
