import type { Shot } from "./load";

/** How one server does beside another in the same rounds; `cpu` is the same by processor time a request. */
export type Ratio = {
  work: string;
  goal: number;
  ratio: number;
  low: number;
  high: number;
  cpu: number;
  /** Milliseconds: 99 of 100 answers came within, ours and theirs. */
  p99: [ours: number, theirs: number];
};

/** The median of the rounds' ratios, with the lowest and the highest. */
export function compare(work: string, goal: number, ours: Shot[] = [], theirs: Shot[] = []): Ratio[] {
  if (ours.length === 0 || theirs.length === 0) return [];
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN));
  const of = (shots: Shot[], name: "cpuMicros" | "p99") => median(shots.map((shot) => shot[name]));
  return [
    {
      work,
      goal,
      ratio: median(ratios),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      cpu: of(theirs, "cpuMicros") / of(ours, "cpuMicros"),
      p99: [of(ours, "p99"), of(theirs, "p99")],
    },
  ];
}

/** The middle value. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
