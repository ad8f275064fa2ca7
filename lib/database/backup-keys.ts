import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { runTar } from "./programs";

/** The cluster's password, and what opens that which is sealed in the database. */
const PASSWORD = "postgres-password";
const KEYS = [PASSWORD, "draft-keys", "demo-api-key"];

/** Beside a backup, to be kept apart from it: what is sealed is not in one file with what opens it. */
const getKeysPath = (file: string) => `${file}.keys`;

/** @throws Error in words when the backup, or its keys, are there already */
export function assertNotExists(file: string) {
  const there = [file, getKeysPath(file)].find(existsSync);
  if (there) throw new Error(`${there} is there already. Nothing was written.`);
}

/** Writes the keys that a folder has beside a backup, for its owner alone. */
export async function backUpKeys(dataDir: string, file: string): Promise<void> {
  await writeFile(getKeysPath(file), "", { mode: 0o600 });
  const names = KEYS.filter((name) => existsSync(path.join(dataDir, name)));
  // Without the folder, which the first start makes, there is no key.
  const what = names.length > 0 ? ["-C", dataDir, ...names] : ["-T", "/dev/null"];
  await runTar(["-cf", getKeysPath(file), ...what]);
}

/** After a backup that failed. */
export async function removeBackup(file: string): Promise<void> {
  for (const one of [file, getKeysPath(file)]) await rm(one, { force: true });
}

/**
 * Puts a backup's keys to what was unpacked of it; one that was made by a release of before has them in itself.
 * @throws Error in words when they are neither beside it nor in the folder that it is restored to
 */
export async function unpackKeys(file: string, unpacked: string, dataDir: string): Promise<void> {
  if (existsSync(getKeysPath(file))) return runTar(["-xf", getKeysPath(file), "-C", unpacked]);
  if ([unpacked, dataDir].some((folder) => existsSync(path.join(folder, PASSWORD)))) return;
  throw new Error(
    `${getKeysPath(file)} is not there, and nobody opens the backup without it: bring it beside ${file}.`,
  );
}

/** Takes from beside a backup the keys that this machine lacks; those that it has stay. */
export async function addMissingKeys(file: string, dataDir: string): Promise<void> {
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
