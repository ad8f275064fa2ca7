import type { Bench, BenchOptions } from "./run";
import { fillSchool } from "./support/fill-school";
import {
  getRatio,
  getResultMedian,
  type LoadOptions,
  type LoadResult,
  runInterleaved,
  runLoad,
} from "./support/load-generator";
import { type Peer, pinLoad, startPeer, startService } from "./support/peer-server";
import { formatFigure, formatMissed, formatTable } from "./support/report";
import type { School } from "./support/school";

const LARGE = 50_000;
const US = "Matrícula";
const LARGE_US = "Matrícula, large school";
const FASTIFY = "Fastify with our rows and checks";
const BARE = "bare node:http";

/** A ratio and its goal: how one server does beside another in the same rounds. */
type Comparison = { request: string; ours: string; theirs: string; goal: number };

/** The catalogue's reads and the enrollments beside the peers', beside a large school's, and very many reads. */
export const bench: Bench = {
  title: "API performance",
  file: "docs/performance.md",
  async measure(school, run) {
    run.print("Filling a large school");
    const large = await school.copy("large");
    await fillSchool(large, run.brief ? LARGE / 10 : LARGE);
    pinLoad();
    const key = { Authorization: `Bearer ${school.key}` };
    const path = `/api/v1/academic/subjects?school_year_id=${school.year}`;
    const read: LoadOptions = { path, headers: key, seconds: run.seconds, connections: 32 };
    const enroll = {
      ...read,
      path: "/api/v1/academic/minor_enrollment",
      connections: 16,
      body: createMinorBodies(school.year),
    };
    const us = await startPeer(US, "ours");
    const others = [
      await startPeer(LARGE_US, "ours", { DATABASE_URL: large }),
      await startPeer(FASTIFY, "fastify-rows"),
    ];
    const bare = await startPeer(BARE, "bare", { BENCH_SAMPLE: await fetchSample(us, path, key) });
    const peers = [us, ...others, bare];
    try {
      run.print("Reading the catalogue, enrolling minors");
      const reads = await runInterleaved(peers, read, run.rounds);
      const writes = await runInterleaved([us, ...others], enroll, run.rounds);
      return [
        ABOUT,
        formatComparison("catalogue read", reads, [
          { request: "bare `node:http` sending the same bytes", ours: US, theirs: BARE, goal: 0.9 },
          { request: "Fastify with the same rows and checks", ours: US, theirs: FASTIFY, goal: 1 },
          { request: "small school, for the large one", ours: LARGE_US, theirs: US, goal: 0.9 },
        ]),
        formatComparison("minor enrollment", writes, [
          { request: "Fastify with the same rows and checks", ours: US, theirs: FASTIFY, goal: 1.2 },
          { request: "small school, for the large one", ours: LARGE_US, theirs: US, goal: 0.9 },
        ]),
        await endurance(school, read, run),
      ];
    } finally {
      for (const peer of peers) peer.stop();
    }
  },
};

const ABOUT = `A ratio is the median of the rounds' ratios; the spread is the lowest and the highest. All servers check the key, count limits, write log
lines and metrics, except bare \`node:http\`, which sends the same bytes and checks nothing. The load uses one core, the server another. The large school
has ${LARGE.toLocaleString("en")} enrollments. Decisions [087](decisions/087-measurement-cost-of-a-write.md) and [109](decisions/109-measurement-beside-a-floor.md) break down the cost of a write and a read.
[Start time and size](performance-start.md) have a page of their own.`;

function formatComparison(title: string, results: Map<string, LoadResult[]>, rows: Comparison[]): string {
  const ratios = rows.map(({ request, ours, theirs, goal }) => {
    const [middle, low, high] = getRatio(results.get(ours), results.get(theirs));
    const cpu =
      getResultMedian(results.get(theirs), "cpuMicros") / getResultMedian(results.get(ours), "cpuMicros");
    return [
      request,
      goal,
      `**${formatFigure(middle)}**${formatMissed(middle < goal)}`,
      `${formatFigure(low)}–${formatFigure(high)}`,
      formatFigure(cpu),
    ];
  });
  const servers = [...results].map(([name, rounds]) => [
    name,
    Math.round(getResultMedian(rounds, "perSecond")).toLocaleString("en"),
    `${formatFigure(getResultMedian(rounds, "p99"))} ms`,
    formatFigure(getResultMedian(rounds, "cpuMicros")),
    `${formatFigure(getResultMedian(rounds, "megabytes"))} MB`,
  ]);
  return `## ${title}

${formatTable([`${title} compared with`, "goal", "ratio", "spread", "ratio of CPU time"], ratios)}

${formatTable(["server", "per second", "p99", "CPU time each, µs", "memory"], servers)}`;
}

/** As clients ask: plain, in gzip, in brotli, and with what they know already. */
const KINDS: Record<string, string>[] = [
  {},
  { "Accept-Encoding": "gzip" },
  { "Accept-Encoding": "br, gzip" },
  { "If-None-Match": "*" },
];

/** A million reads of the service as `npm start` runs it; a hundred thousand when brief. */
async function endurance(
  { url }: School,
  read: LoadOptions,
  { brief, print }: BenchOptions,
): Promise<string> {
  const total = brief ? 100_000 : 1_000_000;
  print(`Reading the catalogue ${total.toLocaleString("en")} times`);
  const service = await startService(url, { PROCESSES: "1", RATE_LIMIT_READS_PER_MINUTE: "0" });
  const memory: number[] = [];
  let [reads, seconds] = [0, 0];
  try {
    for (let time = 0; reads < total; time++) {
      const headers = { ...read.headers, ...KINDS[time % KINDS.length] };
      const result = await runLoad(service, { ...read, headers, seconds: 0.5, depth: 4 });
      reads += result.count;
      seconds += result.seconds;
      if (reads >= (total / 4) * memory.length) memory.push(result.megabytes);
    }
  } finally {
    await service.stop();
  }
  return `## Endurance

${reads.toLocaleString("en")} reads of the whole service, run by \`npm start\` with one serving process, in turn plain, with gzip, with brotli and with \`If-None-Match\`:
${Math.round(reads / seconds).toLocaleString("en")} per second, none was rejected.

${formatTable(["", "at the start", "after 25 %", "50 %", "75 %", "100 %"], [["memory of both processes (goal: constant), MB", ...memory]])}`;
}

/** One of our answers, body and headers, for the bare server to send. */
async function fetchSample({ port }: Peer, path: string, key: Record<string, string>): Promise<string> {
  const headers = { ...key, "Accept-Encoding": "identity" };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const { date, connection, "keep-alive": _, ...sent } = Object.fromEntries(response.headers);
  return JSON.stringify({ body: await response.text(), headers: sent });
}

/** Bodies of minors' enrollments (4.4), nobody twice. */
function createMinorBodies(year: number): () => string {
  let next = 1_000_000;
  return () => {
    next += 1;
    return JSON.stringify({
      school_year_id: year,
      guardian_email: `guardian.${next}@example.org`,
      guardian_name: "Berta",
      guardian_surname: "Roca Vidal",
      guardian_birth_date: "1985-11-02",
      guardian_document_type: "passport",
      guardian_document: `B${next}`,
      guardian_phone: "600765432",
      guardian_phone_country_code: "+34",
      guardian_country: "es",
      guardian_city: "Girona",
      guardian_zip_code: "17001",
      guardian_address: "Plaça Nova 3",
      student_email: `student.${next}@example.org`,
      student_name: "Carla",
      student_surname: "Soler Roca",
      student_birth_date: "2017-03-09",
      terms_and_conditions: true,
    });
  };
}
