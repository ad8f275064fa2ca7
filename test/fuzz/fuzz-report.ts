import fc from "fast-check";
import {
  type HttpResponse,
  type RequestOptions,
  retryWhileBusy,
  sendRequest,
} from "../support/http/http-client";

export type FuzzRequest = { method: string; path: string; sending: RequestOptions };

/** Result of a run: counts by status, and unacceptable responses. */
export type FuzzReport = { seed: number; statuses: Record<number, number>; wrong: string[] };

/** Sends random requests in parallel. */
export const runFuzz = (
  base: string,
  requests: fc.Arbitrary<FuzzRequest>,
  { seed, runs }: { seed: number; runs: number },
  complaint: Complaint,
): Promise<FuzzReport> => sendAll(base, fc.sample(requests, { seed, numRuns: runs }), seed, complaint);

/** Describes a problem of a response. */
export type Complaint = (answer: HttpResponse, asked: FuzzRequest) => string | undefined;

/** In order, with some in parallel; a busy server is asked again. */
export async function sendAll(
  base: string,
  requests: FuzzRequest[],
  seed: number,
  complaint: Complaint,
  atOnce = 8,
): Promise<FuzzReport> {
  const ledger: FuzzReport = { seed, statuses: {}, wrong: [] };
  const waiting = requests.toReversed();
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { method, path, sending } = next;
      const answer = await retryWhileBusy(() => sendRequest(method, base + path, sending));
      ledger.statuses[answer.status] = (ledger.statuses[answer.status] ?? 0) + 1;
      const wrong = answer.status >= 500 ? `${answer.status}` : complaint(answer, next);
      if (wrong) ledger.wrong.push(`${wrong}: ${JSON.stringify(next).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ledger;
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
export const fuzzing = (runs: number) => ({
  seed: Number(process.env.FUZZ_SEED ?? 20_261_127),
  runs: Number(process.env.FUZZ_RUNS ?? runs),
});
