import { compare, median } from "./compare";
import type { Work } from "./load";
import { measured, type Part, type Run, rowsOf } from "./measure";
import { type Peer, SERVICE_FLAGS, startNext, startPeer } from "./peer";
import type { School } from "./school";

/** The catalogue's reads beside the peers', beside a large school's, and with two processes. */
export async function benchReads({ key, year }: School, large: string, run: Run): Promise<Part> {
  const path = `/api/v1/academic/subjects?school_year_id=${year}`;
  const work: Work = { path, key, seconds: run.seconds, connections: 32 };
  const ours = await startPeer("Matrícula", "ours");
  const peers = [
    ours,
    await startPeer("bare node:http", "bare", { BENCH_SAMPLE: await sample(ours, path, key) }),
    await startPeer("Matrícula, large school", "ours", { DATABASE_URL: large }),
    await startPeer("Fastify with our rows and duties", "fastify-rows"),
    await startPeer("Fastify + pg", "fastify-pg"),
    await startNext(3197, path, key),
    await startPeer("Matrícula with pages and worker", "service", { ...SERVICE_FLAGS, PORT: "3196" }),
  ];
  run.say(`Reading the catalogue: ${peers.map(({ name }) => name).join(", ")}`);
  const shots = await measured(peers, work, run.rounds);
  const of = (name: string) => shots.get(name);
  const us = of("Matrícula");
  const two = await benchTwoProcesses(work, run);
  return {
    rows: [...rowsOf("catalogue read", shots), ...two.rows],
    ratios: [
      ...compare("catalogue read / bare `node:http` sending the same bytes", 0.6, us, of("bare node:http")),
      ...compare(
        "catalogue read / Fastify with the same rows and duties",
        1,
        us,
        of("Fastify with our rows and duties"),
      ),
      ...compare("catalogue read / Fastify + pg reading rows", 2, us, of("Fastify + pg")),
      ...compare("catalogue read / the same handler under `next start`", 15, us, of("next start")),
      ...compare("catalogue read, large school / small school", 0.9, of("Matrícula, large school"), us),
      ...two.ratios,
    ],
  };
}

/** Load and servers share the cores, so the load is made small: gzip, and eight requests under way on a line. */
async function benchTwoProcesses(work: Work, { rounds, say }: Run): Promise<Part> {
  const peers = [
    await startPeer("one process", "ours", {}, { core: "0,1" }),
    await startPeer("two processes together", "cluster", {}, { core: "0,1" }),
  ];
  say("Reading the catalogue: two processes beside one");
  const shots = await measured(peers, { ...work, depth: 8, headers: { "Accept-Encoding": "gzip" } }, rounds);
  const [one = [], two = []] = [shots.get("one process"), shots.get("two processes together")];
  const [ratio] = compare("two processes / one (reads)", 1.6, two, one);
  if (!ratio) return { rows: [], ratios: [] };

  const [server, load] = [median(one.map((s) => s.cpuMicros)), median(one.map((s) => s.loadMicros))];
  const most = ((2 * server) / (server + load)).toFixed(2);
  return {
    rows: rowsOf("read in gzip, eight at a time", shots),
    // Each has a core: half the processor time a request is twice the requests.
    ratios: [{ ...ratio, work: `${ratio.work}; ${most} at most beside this load`, cpu: 2 * ratio.cpu }],
  };
}

/** One of our answers, body and headers, for the bare server to send. */
async function sample({ port }: Peer, path: string, key: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, "Accept-Encoding": "identity" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const { date, connection, "keep-alive": _, ...kept } = Object.fromEntries(response.headers);
  return JSON.stringify({ body: await response.text(), headers: kept });
}
