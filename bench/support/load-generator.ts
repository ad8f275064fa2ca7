import { createHistogram } from "node:perf_hooks";
import { HttpConnection } from "./http-connection";
import type { Peer } from "./peer-server";
import { getCpuTime, getMemory } from "./process-usage";
import { getMedian } from "./report";

export type LoadOptions = {
  path: string;
  headers: Record<string, string>;
  /** Makes a POST of it. */
  body?: () => string;
  seconds: number;
  /** Ends after so many answers instead. */
  requests?: number;
  connections: number;
  /** Requests under way on each connection: 1 unless said. */
  depth?: number;
};

/** How one server did for a while: milliseconds, and microseconds of processor a request. */
export type LoadResult = {
  perSecond: number;
  count: number;
  seconds: number;
  p99: number;
  cpuMicros: number;
  megabytes: number;
};

/** Loads one server for a while and tells how it did. */
export async function runLoad({ name, port, pid }: Peer, work: LoadOptions): Promise<LoadResult> {
  const used = getCpuTime(pid);
  const { count, refused, seconds, p99 } = await load(port, work);
  if (refused > 0) throw new Error(`${name} refused ${refused} of ${count} requests`);
  const cpuMicros = ((getCpuTime(pid) - used) * 1_000) / count;
  return { perSecond: count / seconds, count, seconds, p99, cpuMicros, megabytes: getMemory(pid) };
}

/** Each in turn, again and again, so that what disturbs the machine disturbs all alike. */
export async function runInterleaved(
  peers: Peer[],
  work: LoadOptions,
  rounds: number,
): Promise<Map<string, LoadResult[]>> {
  const shots = new Map(peers.map(({ name }) => [name, [] as LoadResult[]]));
  for (const peer of peers) await runLoad(peer, work); // warm
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? peers : [...peers].reverse();
    for (const peer of order) shots.get(peer.name)?.push(await runLoad(peer, work));
  }
  return shots;
}

/** The median of a figure over the rounds. */
export const getResultMedian = (shots: LoadResult[] = [], name: keyof LoadResult) =>
  getMedian(shots.map((shot) => shot[name]));

/** How one server does beside another in the same rounds: the median, the lowest, the highest. */
export function getRatio(
  ours: LoadResult[] = [],
  theirs: LoadResult[] = [],
): [middle: number, low: number, high: number] {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN));
  return [getMedian(ratios), Math.min(...ratios), Math.max(...ratios)];
}

async function load(port: number, work: LoadOptions) {
  const latencies = createHistogram();
  const tally = { count: 0, refused: 0 };
  const lines = Array.from({ length: work.connections }, () => new HttpConnection(port));
  await Promise.all(lines.map(({ connected }) => connected));
  const request = requestOf(work);
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const started = performance.now();
  for (const line of lines) {
    const sent: number[] = [];
    const ask = () => {
      sent.push(performance.now());
      line.send(request());
    };
    line.hear({
      answered(status) {
        tally.count += 1;
        if (status >= 400) tally.refused += 1;
        latencies.record(Math.max(1, Math.round((performance.now() - (sent.shift() ?? 0)) * 1_000)));
        if (tally.count === work.requests) resolve();
        ask();
      },
      broken: () => (tally.refused += 1),
    });
    for (let under = 0; under < (work.depth ?? 1); under++) ask();
  }
  if (!work.requests) setTimeout(resolve, work.seconds * 1_000);
  await enough;
  const seconds = (performance.now() - started) / 1_000;
  for (const line of lines) line.close();
  return { ...tally, seconds, p99: latencies.percentile(99) / 1_000 };
}

/** The request's bytes, made once unless each has a body of its own. */
function requestOf({ path, headers, body }: LoadOptions): () => Uint8Array {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `${path} HTTP/1.1\r\n${lines.join("")}`;
  if (!body) {
    const bytes = Buffer.from(`GET ${head}\r\n`);
    return () => bytes;
  }
  const post = `POST ${head}Content-Type: application/json\r\n`;
  return () => {
    const text = body();
    return Buffer.from(`${post}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
}
