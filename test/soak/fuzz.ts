import { readFileSync } from "node:fs";
import path from "node:path";
import { fuzzApi, fuzzOperations } from "../fuzz/api";
import { fuzzForm } from "../fuzz/form";
import { createDeskCookie, fuzzReadRequests } from "../fuzz/read-requests";
import { startMatricula } from "../support/servers/npm-start";
import { getProcessMetrics } from "./process-metrics";
import type { Random } from "./random";

export type FuzzResult = {
  /** Counts by status. */
  api: Record<number, number>;
  form: Record<number, number>;
  /** Counts of random reads. */
  shapes: Record<number, number>;
  /** Unacceptable responses. */
  wrong: string[];
  megabytes: [before: number, after: number];
  descriptors: [before: number, after: number];
};

const RUNS = 100;

const WITHOUT_LIMITS = Object.fromEntries(
  [
    "READS_PER_MINUTE",
    "WRITES_PER_MINUTE",
    "FAILED_AUTH_PER_MINUTE",
    "FORM_STEPS_PER_MINUTE",
    "FORM_DRAFTS_PER_HOUR",
  ].map((name) => [`RATE_LIMIT_${name}`, "0"]),
);

/** Fuzzes API and form until `over`; reproducible by seed. */
export async function fuzzDeployment(
  dataDir: string,
  random: Random,
  over: () => boolean,
): Promise<FuzzResult> {
  const school = await startMatricula({ dataDir, env: { ...WITHOUT_LIMITS, LOG_LEVEL: "silent" } });
  const key = readFileSync(path.join(dataDir, "demo-api-key"), "utf8");
  const cookie = await createDeskCookie(dataDir);
  const found: FuzzResult = {
    api: {},
    form: {},
    shapes: {},
    wrong: [],
    megabytes: [0, 0],
    descriptors: [0, 0],
  };

  async function round() {
    const options = { seed: random.below(2 ** 31), runs: RUNS };
    add(found.api, await fuzzApi(school.base, key, options));
    add(found.api, await fuzzOperations(school.base, { live: key }, options));
    add(found.form, await fuzzForm(school.base, options));
    add(found.shapes, await fuzzReadRequests(school.base, { key, cookie }, options));
  }
  function add(sum: Record<number, number>, { statuses, wrong }: { statuses: object; wrong: string[] }) {
    for (const [status, count] of Object.entries(statuses))
      sum[Number(status)] = (sum[Number(status)] ?? 0) + count;
    found.wrong.push(...wrong);
  }

  try {
    await round();
    const before = getProcessMetrics(school.serving()[0] as number);
    while (!over()) await round();
    const after = getProcessMetrics(school.serving()[0] as number);
    found.megabytes = [before?.megabytes ?? 0, after?.megabytes ?? 0];
    found.descriptors = [before?.descriptors ?? 0, after?.descriptors ?? 0];
    return found;
  } finally {
    await school.stop();
  }
}
