import { readdirSync, readFileSync } from "node:fs";

/** Memory in megabytes and open descriptors (Linux only). */
export function getProcessMetrics(pid: number): { megabytes: number; descriptors: number } | undefined {
  if (process.platform !== "linux") return;
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return {
    megabytes: Math.round(Number(kilobytes) / 1024),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
  };
}
