import autocannon from "autocannon";
import type { Peer } from "./peer";
import type { Vitals } from "./peers/report-ready";

export type Work = {
  path: string;
  /** Of an integrator; a page's reader has a cookie instead. */
  key?: string;
  cookie?: string;
  body?: () => string;
  seconds: number;
  connections: number;
};

export type Shot = {
  perSecond: number;
  p99: number;
  errors: number;
  vitals: Vitals | undefined;
  cpuMicros: number;
};

/** Loads one peer for a while and tells how it did. */
export async function shoot(
  peer: Peer,
  { path, key, cookie, body, seconds, connections }: Work,
): Promise<Shot> {
  await peer.vitals(); // what was before does not count
  const headers = { ...(key && { Authorization: `Bearer ${key}` }), ...(cookie && { Cookie: cookie }) };
  const result = await autocannon({
    url: `http://127.0.0.1:${peer.port}${path}`,
    connections,
    duration: seconds,
    ...(body
      ? {
          method: "POST",
          requests: [
            {
              method: "POST",
              headers: { ...headers, "Content-Type": "application/json" },
              setupRequest: (request) => ({ ...request, body: body() }),
            },
          ],
        }
      : { headers }),
  });
  const vitals = await peer.vitals();
  if (result.non2xx > 0)
    throw new Error(`${peer.name} refused ${result.non2xx} of ${result.requests.total} requests`);
  return {
    perSecond: result.requests.total / result.duration,
    p99: result.latency.p99,
    errors: result.errors + result.non2xx,
    vitals,
    cpuMicros: vitals ? (vitals.cpu * 1_000) / result.requests.total : Number.NaN,
  };
}

/** Each peer in turn, again and again, so that what disturbs the machine disturbs all alike. */
export async function interleave(peers: Peer[], work: Work, rounds: number): Promise<Map<string, Shot[]>> {
  const shots = new Map(peers.map(({ name }) => [name, [] as Shot[]]));
  for (const peer of peers) await shoot(peer, work); // warm
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? peers : [...peers].reverse();
    for (const peer of order) shots.get(peer.name)?.push(await shoot(peer, work));
  }
  return shots;
}
