import { shoot, type Work } from "./load";
import type { Run } from "./measure";
import { SERVICE_FLAGS, startPeer } from "./peer";
import type { School } from "./school";

/** The whole service's memory in megabytes: before, at each quarter, and after so many reads. */
export type Endurance = { reads: number; seconds: number; memory: number[]; p99: number; errors: number };

/** As clients ask: plain, in gzip, in brotli, and with what they know already. */
const KINDS: Record<string, string>[] = [
  {},
  { "Accept-Encoding": "gzip" },
  { "Accept-Encoding": "br, gzip" },
  { "If-None-Match": "*" },
];

/** A million reads of the service as `npm start` runs it; a hundred thousand when brief. */
export async function benchEndurance({ key, year }: School, { brief, say }: Run): Promise<Endurance> {
  const wanted = brief ? 100_000 : 1_000_000;
  say(`Reading the catalogue ${wanted.toLocaleString("en")} times: Matrícula with pages and worker`);
  const service = await startPeer("service", "service", { ...SERVICE_FLAGS, PORT: "3195" });
  const path = `/api/v1/academic/subjects?school_year_id=${year}`;
  const work: Work = { path, key, seconds: 0.5, connections: 32, depth: 4 };
  const memory = [(await service.vitals())?.rss ?? Number.NaN];
  const told: Endurance = { reads: 0, seconds: 0, memory, p99: 0, errors: 0 };
  try {
    for (let at = 0; told.reads < wanted; at++) {
      const shot = await shoot(service, { ...work, headers: KINDS[at % KINDS.length] });
      told.reads += shot.count;
      told.seconds += work.seconds;
      told.errors += shot.errors;
      told.p99 = Math.max(told.p99, shot.p99);
      if (told.reads >= (wanted / 4) * memory.length) memory.push(shot.vitals?.rss ?? Number.NaN);
    }
    return told;
  } finally {
    service.stop();
  }
}
