import { existsSync } from "node:fs";
import { compare, type Ratio } from "./compare";
import { fill } from "./fill";
import { interleave, type Shot, type Work } from "./load";
import { minors } from "./minors";
import { type Peer, pinLoad, startNext, startPeer } from "./peer";
import { type Rows, writeReport } from "./report";
import { openSchool, type School } from "./school";

const say = (text: string) => process.stdout.write(`${text}\n`);
const brief = process.argv.includes("--brief");
const rounds = brief ? 3 : 5;
const seconds = brief ? 1 : 3;

if (process.argv[2] === "wizard") {
  const { benchWizard } = await import("./wizard");
  await benchWizard({ rounds, seconds, say });
} else {
  await benchApi();
}

async function benchApi() {
  const school = await openSchool();
  process.env.BENCH_KEY = school.key;
  pinLoad();
  try {
    const reads = await benchReads(school);
    const writes = await benchWrites(school);
    const ratios = [...reads.ratios, ...writes.ratios].filter((ratio) => ratio !== undefined);
    await writeReport(ratios, [...reads.rows, ...writes.rows], { rounds, seconds });
    say("Wrote docs/performance.md and docs/performance.svg");
  } finally {
    await school.close();
  }
}

async function benchReads({ key, year }: School) {
  const path = `/api/v1/academic/subjects?school_year_id=${year}`;
  const work: Work = { path, key, seconds, connections: 32 };
  const ours = await startPeer("Matrícula", "ours");
  const peers = [
    ours,
    await startPeer("bare node:http", "bare", { BENCH_SAMPLE: await sample(ours, path, key) }),
    await startPeer("Fastify + pg", "fastify-pg"),
    await startNext(3197, path, key),
    existsSync(".next/BUILD_ID")
      ? await startPeer("Matrícula with pages and worker", "service", { PORT: "3196" })
      : undefined,
  ].filter((peer): peer is Peer => peer !== undefined);
  say(`Reading the catalogue: ${peers.map(({ name }) => name).join(", ")}`);
  const shots = await measured(peers, work);
  const of = (name: string) => shots.get(name);
  const us = of("Matrícula");
  return {
    rows: rowsOf("catalogue read", shots),
    ratios: [
      compare("catalogue read / bare `node:http` sending the same bytes", 0.6, us, of("bare node:http")),
      compare("catalogue read / Fastify + pg reading rows", 2, us, of("Fastify + pg")),
      compare("catalogue read / the same handler under `next start`", 15, us, of("next start")),
      await twoProcesses(work),
    ],
  };
}

async function twoProcesses(work: Work): Promise<Ratio | undefined> {
  const [one, cluster] = [
    await startPeer("one process", "ours", {}, "0,1"),
    await startPeer("two processes", "cluster", {}, "0,1"),
  ];
  say("Reading the catalogue: two processes beside one");
  const shots = await measured([one, cluster], work);
  const ratio = compare(
    "two processes / one (reads; the load shares the two cores)",
    1.6,
    shots.get("two processes"),
    shots.get("one process"),
  );
  return ratio && { ...ratio, cpu: Number.NaN }; // the workers' time is not the parent's
}

async function benchWrites({ url, key, year }: School) {
  const path = "/api/v1/academic/minor_enrollment";
  const work: Work = { path, key, seconds, connections: 16, body: minors(year, 1_000_000) };
  const start = async () => [
    await startPeer("Matrícula", "ours"),
    await startPeer("Fastify + pg", "fastify-pg"),
    await startPeer("Fastify + Prisma", "fastify-prisma"),
  ];
  say("Enrolling minors: Matrícula, Fastify + pg, Fastify + Prisma");
  const shots = await measured(await start(), work);
  const us = shots.get("Matrícula");

  say("Enrolling minors: with 50,000 more enrollments in the database");
  await fill(url, 50_000, year);
  const full = await measured([await startPeer("Matrícula", "ours")], work);
  return {
    rows: rowsOf("minor enrollment", shots),
    ratios: [
      compare(
        "minor enrollment / Fastify + Prisma (interactive transaction)",
        3,
        us,
        shots.get("Fastify + Prisma"),
      ),
      compare(
        "minor enrollment / Fastify + pg (prepared statements in a transaction)",
        1,
        us,
        shots.get("Fastify + pg"),
      ),
      compare("minor enrollment with 50,000 more enrollments / before", 0.9, full.get("Matrícula"), us),
    ],
  };
}

async function measured(peers: Peer[], work: Work): Promise<Map<string, Shot[]>> {
  try {
    return await interleave(peers, work, rounds);
  } finally {
    for (const peer of peers) peer.stop();
  }
}

function rowsOf(work: string, shots: Map<string, Shot[]>): Rows {
  return [...shots].map(([name, taken]) => ({ work, name, shots: taken }));
}

/** One of our answers, body and headers, for the bare server to send. */
async function sample({ port }: Peer, path: string, key: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, "Accept-Encoding": "identity" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const { date, connection, "keep-alive": _, ...kept } = Object.fromEntries(response.headers);
  return JSON.stringify({ body: await response.text(), headers: kept });
}
