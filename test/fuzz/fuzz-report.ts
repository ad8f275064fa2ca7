import fc from "fast-check";
import {
  type HttpResponse,
  type RequestOptions,
  retryWhileBusy,
  sendRequest,
} from "../support/http/http-client";

export type FuzzRequest = { method: string; path: string; init: RequestOptions };

/** Result of a run: counts by status, and unacceptable responses. */
export type FuzzReport = { seed: number; statuses: Record<number, number>; wrong: string[] };

/** Sends random requests in parallel. */
export const runFuzz = (
  base: string,
  requests: fc.Arbitrary<FuzzRequest>,
  { seed, runs }: { seed: number; runs: number },
  checkResponse: ResponseCheck,
): Promise<FuzzReport> => sendAll(base, fc.sample(requests, { seed, numRuns: runs }), seed, checkResponse);

/** Describes a problem of a response, if any. */
export type ResponseCheck = (answer: HttpResponse, request: FuzzRequest) => string | undefined;

/** In order, with some in parallel; retries while the server is busy. */
export async function sendAll(
  base: string,
  requests: FuzzRequest[],
  seed: number,
  checkResponse: ResponseCheck,
  concurrency = 8,
): Promise<FuzzReport> {
  const report: FuzzReport = { seed, statuses: {}, wrong: [] };
  const waiting = requests.toReversed();
  const sendWaiting = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { method, path, init } = next;
      const answer = await retryWhileBusy(() => sendRequest(method, base + path, init));
      report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
      const wrong = answer.status >= 500 ? `${answer.status}` : checkResponse(answer, next);
      if (wrong) report.wrong.push(`${wrong}: ${JSON.stringify(next).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendWaiting));
  return report;
}

/** Text of people, programs and attackers. */
export const arbitraryText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "\u202e",
    "x".repeat(70_000),
    "__proto__",
    "constructor",
    "-1",
    "1e400",
    "𝒳",
    "٣",
  ),
  fc.integer().map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** FUZZ_SEED and FUZZ_RUNS override seed and number. */
export const getFuzzOptions = (runs: number) => ({
  seed: Number(process.env.FUZZ_SEED ?? 20_261_127),
  runs: Number(process.env.FUZZ_RUNS ?? runs),
});
