import { randomBytes, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, link, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { clusterIn } from "./embedded-postmaster";
import { binaries, command, postgresUser, run } from "./embedded-process";

/** Makes a cluster in `dataDir`, whose owner is `matricula`; another process may be faster. */
export async function initialise(dataDir: string) {
  const fresh = await mkdtemp(path.join(dataDir, "postgres.new-")); // renamed when whole: no halves
  const user = postgresUser();
  if (user) await chown(fresh, user.uid, user.gid);

  const { initdb } = await binaries();
  const options = [
    `--pgdata=${fresh}`,
    "--username=matricula",
    `--pwfile=${passwordIn(dataDir)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
  ];
  try {
    await run(command(initdb, options), path.parse(dataDir).root);
    await rename(fresh, clusterIn(dataDir));
  } catch (error) {
    if (!existsSync(clusterIn(dataDir))) throw error; // else another process was faster
  }
  const left = (await readdir(dataDir)).filter((name) => name.startsWith("postgres.new-"));
  // Another process may still be writing into its own: it ends as soon as a folder is gone.
  const whole = { recursive: true, force: true, maxRetries: 20 };
  for (const name of left) await rm(path.join(dataDir, name), whole);
}

/** Made once; a link is whole or not there, also when two processes come first at once. */
export async function ownPassword(dataDir: string): Promise<string> {
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
