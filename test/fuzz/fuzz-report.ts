import fc from "fast-check";
import { type HttpResponse, type RequestOptions, sendRequest } from "../support/http/http-client";

export type FuzzRequest = { method: string; path: string; sending: RequestOptions };

/** What came of a seeded run: how often each status, and every answer that bad input must not get. */
export type FuzzReport = { seed: number; statuses: Record<number, number>; wrong: string[] };

/** Sends `runs` requests of an arbitrary, some at a time. */
export const runFuzz = (
  base: string,
  requests: fc.Arbitrary<FuzzRequest>,
  { seed, runs }: { seed: number; runs: number },
  complaint: Complaint,
): Promise<FuzzReport> => sendAll(base, fc.sample(requests, { seed, numRuns: runs }), seed, complaint);

/** What is wrong with an answer, if anything is. */
export type Complaint = (answer: HttpResponse, asked: FuzzRequest) => string | undefined;

/** Sends requests in their order, some at a time. */
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
      const answer = await sendRequest(next.method, base + next.path, next.sending);
      ledger.statuses[answer.status] = (ledger.statuses[answer.status] ?? 0) + 1;
      const wrong = answer.status >= 500 ? `${answer.status}` : complaint(answer, next);
      if (wrong) ledger.wrong.push(`${wrong}: ${JSON.stringify(next).slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ledger;
}

/** Text as people, programs and attackers send it. */
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

/** A run's seed, the same unless FUZZ_SEED says another, and how many requests it sends unless FUZZ_RUNS does. */
export const fuzzing = (runs: number) => ({
  seed: Number(process.env.FUZZ_SEED ?? 20_261_127),
  runs: Number(process.env.FUZZ_RUNS ?? runs),
});
