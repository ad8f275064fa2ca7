import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
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

export const runTar = (args: string[], allowed = [0]) =>
  waitForExit("tar", spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] }), allowed);

/** The files with secrets: the cluster's password, the keys of drafts, the demo's API key. */
const PASSWORD = "postgres-password";
const KEYS = [PASSWORD, "draft-keys", "demo-api-key"];

/** Keys go into a separate file: encrypted data and its keys must not be in the same backup. */
const getKeysPath = (file: string) => `${file}.keys`;

export async function backUpKeys(dataDir: string, file: string): Promise<void> {
  await writeFile(getKeysPath(file), "", { mode: 0o600 });
  const names = KEYS.filter((name) => existsSync(path.join(dataDir, name)));
  // The folder, and with it any key, may not exist before the first start.
  const content = names.length > 0 ? ["-C", dataDir, ...names] : ["-T", "/dev/null"];
  await runTar(["-cf", getKeysPath(file), ...content]);
}

/** Ends every restore: event ids from before the restore become invalid. Older databases have no events. */
export const NEW_EPOCH_SQL = `do $$ begin
  if to_regprocedure('public.new_event_epoch()') is not null then perform public.new_event_epoch(); end if;
end $$;
`;

/** For a manual point-in-time recovery, for example. */
export async function startEventEpoch(url: string): Promise<void> {
  const client = await openSession(url);
  await client.query(NEW_EPOCH_SQL).finally(() => client.end());
}

/**
 * Backs up the running embedded database into one tar file, which the write-ahead log makes consistent.
 * @throws Error with a readable message when a file exists already, or the log was recycled meanwhile
 */
export async function backUpEmbedded(
  url: string,
  dataDir: string,
  file: string,
  { withMailbox = false } = {},
): Promise<void> {
  assertNotExists(file);
  const labelFolder = path.join(dataDir, `backup-${randomUUID()}`);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {}); // the next statement fails with a readable message
  await client.connect();
  try {
    await backUpKeys(dataDir, file);
    await writeFile(file, "", { mode: 0o600 });
    await client.query("select pg_backup_start('matricula', fast => true)");
    const mailbox = withMailbox && existsSync(path.join(dataDir, "mailbox")) ? ["mailbox"] : [];
    const excluded = ["postmaster.pid", "postmaster.opts", "pg_wal/*", "pg_replslot/*"];
    const exclusions = excluded.map((name) => `--exclude=postgres/${name}`);
    // Exit code 1 of tar: a file changed while it was read. The write-ahead log repairs that.
    await runTar(["-cf", file, ...exclusions, "-C", dataDir, "postgres", ...mailbox], [0, 1]);
    const { rows } = await client.query("select labelfile, spcmapfile from pg_backup_stop()");
    const label = path.join("postgres", "backup_label");
    await mkdir(path.join(labelFolder, "postgres"), { recursive: true, mode: 0o700 });
    await writeFile(path.join(labelFolder, label), rows[0].labelfile);
    const firstSegment = /START WAL LOCATION: .*file (\w+)/.exec(rows[0].labelfile)?.[1] ?? "";
    const walFolder = path.join("postgres", "pg_wal");
    if (!existsSync(path.join(dataDir, walFolder, firstSegment)))
      throw new Error("Too much was written meanwhile. Try again.");
    await runTar(["-rf", file, "-C", dataDir, walFolder], [0, 1]);
    await runTar(["-rf", file, "-C", labelFolder, label]);
  } catch (error) {
    await removeBackup(file);
    throw error;
  } finally {
    await client.end();
    await rm(labelFolder, { recursive: true, force: true });
  }
}

/** Unpacks a backup where no database exists yet; the next start recovers it. @throws Error with a readable message */
export async function restoreEmbedded(dataDir: string, file: string): Promise<void> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const cluster = path.join(dataDir, "postgres");
  if (existsSync(cluster))
    throw new Error(`${cluster} is there already. Stop the service and move it away first.`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unpackFolder = await mkdtemp(path.join(dataDir, "restore-"));
  try {
    await runTar(["-xf", file, "-C", unpackFolder]);
    await unpackKeys(file, unpackFolder, dataDir);
    const unpacked = path.join(unpackFolder, "postgres");
    if (!existsSync(path.join(unpacked, "backup_label")))
      throw new Error(`${file} is no backup of this service.`);
    await chownToPostgres(unpacked);
    for (const name of await readdir(unpackFolder)) {
      if (name !== "postgres") await rename(path.join(unpackFolder, name), path.join(dataDir, name));
    }
    await rename(unpacked, cluster); // last: when the cluster exists, everything else does too
    await startEmbeddedEventEpoch(dataDir);
  } finally {
    await rm(unpackFolder, { recursive: true, force: true });
  }
}

/** `pg_dump` must be as new as the server. Keys in `DRAFT_KEYS` are not included. */
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

/** Replaces the content in one transaction; existing keys of this machine stay. */
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

function waitForExit(name: string, child: ChildProcess, allowed = [0]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (chunk) => (output += chunk));
    const hint = name === "tar" ? "" : "; it is one of PostgreSQL's clients";
    child.on("error", () => reject(new Error(`${name} is not on this machine. Install it${hint}.`)));
    child.on("close", (code) =>
      allowed.includes(code ?? -1) ? resolve() : reject(new Error(output.trim())),
    );
  });
}

function assertNotExists(file: string) {
  const existing = [file, getKeysPath(file)].find(existsSync);
  if (existing) throw new Error(`${existing} is there already. Nothing was written.`);
}

async function removeBackup(file: string): Promise<void> {
  for (const target of [file, getKeysPath(file)]) await rm(target, { force: true });
}

/** Backups of older releases contain the keys. */
async function unpackKeys(file: string, unpacked: string, dataDir: string): Promise<void> {
  if (existsSync(getKeysPath(file))) return runTar(["-xf", getKeysPath(file), "-C", unpacked]);
  if ([unpacked, dataDir].some((folder) => existsSync(path.join(folder, PASSWORD)))) return;
  throw new Error(
    `${getKeysPath(file)} is missing, and the backup cannot be opened without it: copy it beside ${file}.`,
  );
}

async function addMissingKeys(file: string, dataDir: string): Promise<void> {
  if (!existsSync(getKeysPath(file))) return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unpackFolder = await mkdtemp(path.join(dataDir, "keys-"));
  try {
    await runTar(["-xf", getKeysPath(file), "-C", unpackFolder]);
    for (const name of await readdir(unpackFolder))
      if (!existsSync(path.join(dataDir, name)))
        await rename(path.join(unpackFolder, name), path.join(dataDir, name));
  } finally {
    await rm(unpackFolder, { recursive: true, force: true });
  }
}

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

/** Drops pg-boss's schema first: pg_restore would drop its partitions' keys one by one, which PostgreSQL refuses. */
async function* wrapInTransaction(script: Readable, exit: Promise<void>) {
  yield "set client_min_messages = warning; begin; drop schema if exists pgboss cascade;\n";
  try {
    yield* script;
  } finally {
    await exit;
  }
  yield `${NEW_EPOCH_SQL}commit;\n`;
}

/** The password goes into the environment: other users can see arguments. */
async function runPostgresProgram(name: string, args: string[], url: string, input?: Readable) {
  const { address, password } = toProgramUrl(url);
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(name, [...args, `--dbname=${address}`], {
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const exit = waitForExit(name, child);
  exit.catch(() => {}); // awaited below
  const inputResult = input ? pipeline(input, child.stdin).catch((error: Error) => error) : child.stdin.end();
  const inputError = await inputResult;
  // An error of the pipe is only a consequence of the program's own error.
  if (inputError instanceof Error && !("code" in inputError)) throw inputError;
  await exit;
  if (inputError instanceof Error) throw inputError;
}
