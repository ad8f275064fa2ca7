import { readdirSync, readFileSync } from "node:fs";

export type ProcessUsage = { name: string; cpuMs: number; megabytes: number };

/** Linux counts a process's time in hundredths of a second, and its memory in pages. */
const TICK_MS = 10;
const PAGES_A_MEGABYTE = 256;

/** Processor time and memory of a process, and of each that it has started. */
export function getProcessUsage(root: number): ProcessUsage[] {
  const all = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? statOf(Number(pid)) : []));
  return all
    .filter(({ pid, parent }) => pid === root || parent === root)
    .map(({ pid, cpuMs, megabytes }) => ({
      name: pid === root ? "primary" : `process ${pid}`,
      cpuMs,
      megabytes,
    }));
}

export const getCpuTime = (root: number) => getProcessUsage(root).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
export const getMemory = (root: number) =>
  getProcessUsage(root).reduce((sum, { megabytes }) => sum + megabytes, 0);

/** What is used from now on, looked at so often: processor time, and the most memory. */
export function watchProcesses(root: number, everyMs: number): { stop: () => ProcessUsage[] } {
  const before = new Map(getProcessUsage(root).map(({ name, cpuMs }) => [name, cpuMs]));
  const most = new Map<string, ProcessUsage>();
  const look = () => {
    for (const used of getProcessUsage(root))
      most.set(used.name, {
        ...used,
        cpuMs: used.cpuMs - (before.get(used.name) ?? 0),
        megabytes: Math.max(used.megabytes, most.get(used.name)?.megabytes ?? 0),
      });
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return [...most.values()];
    },
  };
}

function statOf(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return []; // it has ended
  }
  // From the third field on: the second is a name, which may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const of = (field: number) => Number(fields[field - 3]);
  return [
    {
      pid,
      parent: of(4),
      cpuMs: (of(14) + of(15)) * TICK_MS,
      megabytes: Math.round(of(24) / PAGES_A_MEGABYTE),
    },
  ];
}
