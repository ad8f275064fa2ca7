import { readFileSync } from "node:fs";

/** Clock ticks a second in which Linux counts for programs, whatever the machine. */
const TICKS = 100;

type Taken = { own: number; ended: number };

/**
 * Seconds of processor that this process and those that it started and that have ended have taken. Where the
 * system does not tell (it is Linux's way), its own alone.
 */
export function getCpuSeconds(): number {
  const taken = takenBy(process.pid);
  if (taken) return taken.own + taken.ended;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The same with those that still run below it. */
export const getCpuSecondsWithChildren = (): number => getCpuSeconds() + below(process.pid);

function below(pid: number): number {
  let sum = 0;
  for (const child of childrenOf(pid)) {
    const taken = takenBy(child);
    if (taken) sum += taken.own + taken.ended + below(child);
  }
  return sum;
}

function childrenOf(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`);
  return text ? text.trim().split(" ").map(Number).filter(Boolean) : [];
}

function takenBy(pid: number): Taken | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return;
  // After the program's name, which may have spaces: state, parent, …, and as 12th to 15th the times.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return { own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS };
}

/** Undefined for a process that has gone, and where there is no such file. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return;
  }
}
