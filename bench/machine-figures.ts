import { execFileSync } from "node:child_process";

export type MachineFigures = { name: string; cpuSeconds: number; megabytes: number }[];

const EVERY_MS = 1_000;

/** Processor time and the most memory of a service's processes, its primary and those that serve. */
export function watchMachine(primary: number): { stop: () => MachineFigures } {
  const most = new Map<string, number>();
  const first = new Map<string, number>();
  let last = new Map<string, number>();
  const look = () => {
    const now = figures(primary);
    for (const [name, { cpu, megabytes }] of now) {
      most.set(name, Math.max(most.get(name) ?? 0, megabytes));
      if (!first.has(name)) first.set(name, cpu);
    }
    last = new Map([...now].map(([name, { cpu }]) => [name, cpu]));
  };
  look();
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return [...most].map(([name, megabytes]) => ({
        name,
        megabytes,
        cpuSeconds: (last.get(name) ?? 0) - (first.get(name) ?? 0),
      }));
    },
  };
}

/** Linux's `ps`: pid, parent, seconds of processor, kilobytes, command. */
function figures(primary: number) {
  const found = new Map<string, { cpu: number; megabytes: number }>();
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,cputimes=,rss=,args="], { encoding: "utf8" });
  for (const line of lines.split("\n")) {
    const [pid, parent, cpu, rss, ...args] = line.trim().split(/\s+/);
    const command = args.join(" ");
    const name =
      Number(pid) === primary
        ? "primary"
        : Number(parent) === primary && command.includes("serving-process")
          ? `serving process ${pid}`
          : undefined;
    if (name) found.set(name, { cpu: Number(cpu), megabytes: Math.round(Number(rss) / 1_024) });
  }
  return found;
}
