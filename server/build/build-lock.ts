import { existsSync } from "node:fs";
import { mkdir, readdir, readlink, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** One file per server that uses the build, named after its process. */
const LOCK_FOLDER = ".next/served-by";

/** Prevents other builds from replacing this process's one. @returns the unlock function */
export async function lockBuild(): Promise<() => Promise<void>> {
  const lockFile = path.join(LOCK_FOLDER, String(process.pid));
  try {
    // Not recursive, because Node then reports a read-only folder as ENOENT.
    await mkdir(LOCK_FOLDER).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    await writeFile(lockFile, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EROFS" && code !== "EACCES") throw error; // if this process cannot write, no build can
  }
  return () => rm(lockFile, { force: true });
}

/** @throws Error if a server uses this folder's build */
export async function assertBuildUnlocked(): Promise<void> {
  if (!existsSync(LOCK_FOLDER)) return;
  for (const pid of await readdir(LOCK_FOLDER)) {
    if (await isServing(Number(pid))) {
      throw new Error(
        `The server with process ${pid} serves the build in this folder. Stop it first, or build the new version in a folder of its own.`,
      );
    }
  }
}

/** After kill -9 another process may have the id, so the folders are compared. */
async function isServing(pid: number): Promise<boolean> {
  if (pid === process.pid) return false; // a restarted container reuses process ids
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (!existsSync("/proc/self")) return true;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === process.cwd();
}
