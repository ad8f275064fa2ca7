import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** Several times what a run keeps there. */
const ROOM = 3 * 1024 ** 3;

/**
 * Where tests put what ends with them: into memory where the system has room there (Linux, few containers). On
 * a disk, making and removing the thousand files of a database again and again costs more than the tests in it.
 */
export function temporaryFolder(): string {
  return hasRoom() ? MEMORY : tmpdir();
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM && !isNoexec(readFileSync("/proc/mounts", "utf8"));
  } catch {
    return false;
  }
}

/** Tests start programs that they have written. */
function isNoexec(mounts: string): boolean {
  const mount = mounts.split("\n").find((line) => line.split(" ")[1] === MEMORY);
  return mount?.split(" ")[3]?.split(",").includes("noexec") ?? true;
}
