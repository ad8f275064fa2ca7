import fc from "fast-check";
import { startMatricula } from "../matricula";
import { badRequest } from "./fuzz-api";
import { fuzzForm } from "./fuzz-form";
import { figuresOf } from "./process-figures";
import type { Random } from "./random";

export type Fuzzed = {
  /** How many answers had which status. */
  api: Record<number, number>;
  form: Record<number, number>;
  /** Answers of 500 and more, by what was asked. */
  failures: string[];
  /** Errors in another shape than the API's own. */
  shapeless: string[];
  megabytes: [before: number, after: number];
  descriptors: [before: number, after: number];
};

const AT_ONCE = 4;
const TYPICAL = 40;

/** Sends nonsense to API and form of a school of its own until `over`, told the rounds; what it finds is the same for the same seed. */
export async function fuzz(
  dataDir: string,
  random: Random,
  over: (rounds: number) => boolean,
): Promise<Fuzzed> {
  const limits = { RATE_LIMIT_WRITES_PER_MINUTE: "0", RATE_LIMIT_READS_PER_MINUTE: "0" };
  const formLimits = { RATE_LIMIT_FORM_STEPS_PER_MINUTE: "0", RATE_LIMIT_FORM_DRAFTS_PER_HOUR: "0" };
  const school = await startMatricula({
    dataDir,
    env: { ...limits, ...formLimits, RATE_LIMIT_FAILED_AUTH_PER_MINUTE: "0", LOG_LEVEL: "silent" },
  });
  const found: Fuzzed = {
    api: {},
    form: {},
    failures: [],
    shapeless: [],
    megabytes: [0, 0],
    descriptors: [0, 0],
  };

  async function nonsense() {
    const seed = Math.floor(random.next() * 2 ** 31);
    for (const { method, path, sending } of fc.sample(badRequest, { seed, numRuns: TYPICAL })) {
      const { status, text, error } = await school.api(method, path, sending);
      const asked = `seed ${seed}: ${method} ${path} ${status}`;
      found.api[status] = (found.api[status] ?? 0) + 1;
      if (status >= 500) found.failures.push(asked);
      if (status >= 400 && method !== "HEAD" && !error?.request_id)
        found.shapeless.push(`${asked} ${text.slice(0, 80)}`);
    }
    const statuses = await fuzzForm(school.base, random, 4);
    for (const status of statuses) {
      found.form[status] = (found.form[status] ?? 0) + 1;
      if (status >= 500) found.failures.push(`form ${status}`);
    }
  }

  await nonsense();
  const before = figuresOf(school.pid);
  for (let rounds = 0; !over(rounds); rounds++) await Promise.all(Array.from({ length: AT_ONCE }, nonsense));
  await school.api("GET", "general/terms", { headers: { Connection: "close" } });
  const after = figuresOf(school.pid);
  found.megabytes = [before?.megabytes ?? 0, after?.megabytes ?? 0];
  found.descriptors = [before?.descriptors ?? 0, after?.descriptors ?? 0];
  await school.stop();
  return found;
}
