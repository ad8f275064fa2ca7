import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, link, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { getClusterPath } from "./embedded-postmaster";
import { findBinaries, toCommand, findPostgresUser, runCommand } from "./embedded-process";

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

const passwordIn = (dataDir: string) => path.join(dataDir, "postgres-password");
