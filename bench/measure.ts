import type { Ratio } from "./compare";
import { interleave, type Shot, type Work } from "./load";
import type { Peer } from "./peer";

/** How long and how often; what is going on is said aloud. */
export type Run = { brief: boolean; rounds: number; seconds: number; say: (text: string) => void };

export type Row = { work: string; name: string; shots: Shot[] };
export type Part = { ratios: Ratio[]; rows: Row[] };

/** Loads the peers in turn, then stops them. */
export async function measured(peers: Peer[], work: Work, rounds: number): Promise<Map<string, Shot[]>> {
  try {
    return await interleave(peers, work, rounds);
  } finally {
    for (const peer of peers) peer.stop();
  }
}

export function rowsOf(work: string, shots: Map<string, Shot[]>): Row[] {
  return [...shots].map(([name, taken]) => ({ work, name, shots: taken }));
}
