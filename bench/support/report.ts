import { cpus, totalmem } from "node:os";

/** What a bench found, as one page: its tables, and what was measured on. */
export function formatReport(title: string, name: string, sections: string[]): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  return `# ${title}

This page is for developers and operators. \`npm run bench -- ${name}\` wrote it on ${new Date().toISOString().slice(0, 10)}, on ${machine}. PostgreSQL and
the load ran on the same machine, so absolute figures depend on this machine and its other load. Compare the ratios.

${sections.filter(Boolean).join("\n\n")}
`;
}

type Cell = string | number;

export const formatTable = (head: string[], rows: Cell[][]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** What a share of the figures does not exceed. */
export function getPercentile(figures: number[], share: number): number {
  const sorted = figures.toSorted((first, second) => first - second);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const getMedian = (figures: number[]) => getPercentile(figures, 0.5);

/** Two digits where there are few. */
export const formatFigure = (value: number) =>
  Number.isNaN(value) ? "–" : value >= 10 ? value.toFixed(0) : value.toFixed(2);

export const formatMissed = (isMissed: boolean) => (isMissed ? " (missed)" : "");
