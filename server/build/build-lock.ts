import { existsSync } from "node:fs";
import { mkdir, readdir, readlink, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** In the build's folder, one file for each server that serves it, named by its process. */
const MARKS = ".next/served-by";

/** Notes that this process serves the build, so that nobody builds under it; returns how to end that. */
export async function lockBuild(): Promise<() => Promise<void>> {
  const mark = path.join(MARKS, String(process.pid));
  try {
    // Not recursive: Node then calls a read-only folder ENOENT.
    await mkdir(MARKS).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
    await writeFile(mark, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EROFS" && code !== "EACCES") throw error; // where this one cannot write, none builds
  }
  return () => rm(mark, { force: true });
}

/** @throws Error in words when a server serves the build of this folder */
export async function assertBuildUnlocked(): Promise<void> {
  if (!existsSync(MARKS)) return;
  for (const pid of await readdir(MARKS)) {
    if (await serves(Number(pid))) {
      throw new Error(
        `The server with process ${pid} serves the build in this folder. Stop it first, or build the new version in a folder of its own.`,
      );
    }
  }
}

/** The process lives and works in this folder: after kill -9 its id may belong to a stranger. */
async function serves(pid: number): Promise<boolean> {
  if (pid === process.pid) return false; // a container that starts again hands out the same ids
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  if (!existsSync("/proc/self")) return true;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === process.cwd();
}
