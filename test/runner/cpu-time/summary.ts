import { listSlowestFiles } from "./slowest-files";

/**
 * What a run of `npm test` says in the end: what each part took of the processor, and the files that took most. The
 * production build stands among them by its own name; the file that made it has it too.
 */
export function formatSummary(parts: Map<string, number>): string {
  const whole = [...parts.values()].reduce((sum, seconds) => sum + seconds, 0);
  const each = [...parts].map(([part, seconds]) => `${part} ${seconds.toFixed(0)}`).join(", ");
  const files = listSlowestFiles(10).map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} ${file}`);
  return [`Processor: ${whole.toFixed(0)} s (${each})`, ...files].join("\n");
}
