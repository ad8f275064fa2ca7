import { listSlowestFiles } from "./slowest-files";

/**
 * The summary of `npm test`: CPU time by part, and the most expensive files. The production build is
 * listed too; its time is also part of the file that made it.
 */
export function formatSummary(parts: Map<string, number>): string {
  const total = [...parts.values()].reduce((sum, seconds) => sum + seconds, 0);
  const partTimes = [...parts].map(([part, seconds]) => `${part} ${seconds.toFixed(0)}`).join(", ");
  const files = listSlowestFiles(10).map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} ${file}`);
  return [`Processor: ${total.toFixed(0)} s (${partTimes})`, ...files].join("\n");
}
