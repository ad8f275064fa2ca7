import { readFileSync } from "node:fs";

/** Clock ticks per second on Linux. */
const TICKS = 100;

type CpuTime = { own: number; ended: number };

/** CPU seconds of this process and its ended children. Only its own outside of Linux. */
export function getCpuSeconds(): number {
  const time = readCpuTime(process.pid);
  if (time) return time.own + time.ended;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** With running children. */
export const getCpuSecondsWithChildren = (): number => getCpuSeconds() + getDescendantSeconds(process.pid);

function getDescendantSeconds(pid: number): number {
  let sum = 0;
  for (const child of listChildren(pid)) {
    const time = readCpuTime(child);
    if (time) sum += time.own + time.ended + getDescendantSeconds(child);
  }
  return sum;
}

function listChildren(pid: number): number[] {
  const text = read(`/proc/${pid}/task/${pid}/children`);
  return text ? text.trim().split(" ").map(Number).filter(Boolean) : [];
}

function readCpuTime(pid: number): CpuTime | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (!stat) return;
  // After the name, which may contain spaces: state, parent, …; times are 12th to 15th.
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .map(Number);
  return { own: (user + system) / TICKS, ended: (endedUser + endedSystem) / TICKS };
}

/** Undefined if the process has ended. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return;
  }
}
