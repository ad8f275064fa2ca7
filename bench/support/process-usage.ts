import { readdirSync, readFileSync } from "node:fs";

export type ProcessUsage = { name: string; cpuMs: number; megabytes: number };

/** Linux counts a process's time in hundredths of a second, and its memory in pages. */
const TICK_MS = 10;
const PAGES_A_MEGABYTE = 256;

/** Processor time and memory of a process, and of each that it has started. */
export function getProcessUsage(root: number): ProcessUsage[] {
  const processes = readdirSync("/proc").flatMap((pid) => (/^\d+$/.test(pid) ? readStat(Number(pid)) : []));
  return processes
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
  const initial = new Map(getProcessUsage(root).map(({ name, cpuMs }) => [name, cpuMs]));
  const maximum = new Map<string, ProcessUsage>();
  const sample = () => {
    for (const usage of getProcessUsage(root))
      maximum.set(usage.name, {
        ...usage,
        cpuMs: usage.cpuMs - (initial.get(usage.name) ?? 0),
        megabytes: Math.max(usage.megabytes, maximum.get(usage.name)?.megabytes ?? 0),
      });
  };
  const timer = setInterval(sample, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      sample();
      return [...maximum.values()];
    },
  };
}

function readStat(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return []; // it has ended
  }
  // From the third field on: the second is a name, which may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const getField = (field: number) => Number(fields[field - 3]);
  return [
    {
      pid,
      parent: getField(4),
      cpuMs: (getField(14) + getField(15)) * TICK_MS,
      megabytes: Math.round(getField(24) / PAGES_A_MEGABYTE),
    },
  ];
}
