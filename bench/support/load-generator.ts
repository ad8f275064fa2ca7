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
export async function runLoad({ name, port, pid }: Peer, options: LoadOptions): Promise<LoadResult> {
  const cpuBefore = getCpuTime(pid);
  const { count, refused, seconds, p99 } = await load(port, options);
  if (refused > 0) throw new Error(`${name} refused ${refused} of ${count} requests`);
  const cpuMicros = ((getCpuTime(pid) - cpuBefore) * 1_000) / count;
  return { perSecond: count / seconds, count, seconds, p99, cpuMicros, megabytes: getMemory(pid) };
}

/** Each in turn, again and again, so that what disturbs the machine disturbs all alike. */
export async function runInterleaved(
  peers: Peer[],
  options: LoadOptions,
  rounds: number,
): Promise<Map<string, LoadResult[]>> {
  const results = new Map(peers.map(({ name }) => [name, [] as LoadResult[]]));
  for (const peer of peers) await runLoad(peer, options); // warm
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? peers : [...peers].reverse();
    for (const peer of order) results.get(peer.name)?.push(await runLoad(peer, options));
  }
  return results;
}

/** The median of a figure over the rounds. */
export const getResultMedian = (results: LoadResult[] = [], name: keyof LoadResult) =>
  getMedian(results.map((result) => result[name]));

/** How one server does beside another in the same rounds: the median, the lowest, the highest. */
export function getRatio(
  ours: LoadResult[] = [],
  theirs: LoadResult[] = [],
): [middle: number, low: number, high: number] {
  const ratios = ours.map(({ perSecond }, round) => perSecond / (theirs[round]?.perSecond ?? Number.NaN));
  return [getMedian(ratios), Math.min(...ratios), Math.max(...ratios)];
}

async function load(port: number, options: LoadOptions) {
  const latencies = createHistogram();
  const counts = { count: 0, refused: 0 };
  const connections = Array.from({ length: options.connections }, () => new HttpConnection(port));
  await Promise.all(connections.map(({ connected }) => connected));
  const request = createRequest(options);
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  for (const connection of connections) {
    const sent: number[] = [];
    const send = () => {
      sent.push(performance.now());
      connection.send(request());
    };
    connection.listen({
      onResponse(status) {
        counts.count += 1;
        if (status >= 400) counts.refused += 1;
        latencies.record(Math.max(1, Math.round((performance.now() - (sent.shift() ?? 0)) * 1_000)));
        if (counts.count === options.requests) resolve();
        send();
      },
      onError: () => (counts.refused += 1),
    });
    for (let pending = 0; pending < (options.depth ?? 1); pending++) send();
  }
  if (!options.requests) setTimeout(resolve, options.seconds * 1_000);
  await finished;
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const connection of connections) connection.close();
  return { ...counts, seconds, p99: latencies.percentile(99) / 1_000 };
}

/** The request's bytes, made once unless each has a body of its own. */
function createRequest({ path, headers, body }: LoadOptions): () => Uint8Array {
  const fields = Object.entries({ Host: "127.0.0.1", ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `${path} HTTP/1.1\r\n${fields.join("")}`;
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
