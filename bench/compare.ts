import type { Shot } from "./load";

/** How one server does beside another in the same rounds. */
export type Ratio = { work: string; goal: number; ratio: number; low: number; high: number; cpu: number };

/** The median of the rounds' ratios, with the lowest and the highest; `cpu` from processor time a request. */
export function compare(
  work: string,
  goal: number,
  ours: Shot[] = [],
  theirs: Shot[] = [],
): Ratio | undefined {
  if (ours.length === 0 || theirs.length === 0) return;
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN));
  const cpu =
    median(theirs.map(({ cpuMicros }) => cpuMicros)) / median(ours.map(({ cpuMicros }) => cpuMicros));
  return { work, goal, ratio: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios), cpu };
}

/** The middle value. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
