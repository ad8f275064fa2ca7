import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** Several times a run's size. */
const MIN_FREE_BYTES = 3 * 1024 ** 3;

/**
 * Temporary files of tests; in memory where there is enough (Linux), because copying databases on disk
 * takes longer than the tests.
 */
export function temporaryFolder(): string {
  return hasFreeMemory() ? MEMORY : tmpdir();
}

function hasFreeMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MIN_FREE_BYTES && !isNoexec(readFileSync("/proc/mounts", "utf8"));
  } catch {
    return false;
  }
}

/** Tests run programs that they write. */
function isNoexec(mounts: string): boolean {
  const mount = mounts.split("\n").find((line) => line.split(" ")[1] === MEMORY);
  return mount?.split(" ")[3]?.split(",").includes("noexec") ?? true;
}
