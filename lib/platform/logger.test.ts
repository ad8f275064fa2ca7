import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { errorFields, LogThrottle } from "./logger";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a repeated failure is logged at once, then once a minute with its count until it is over", () => {
  const lines: string[] = [];
  const failures = new LogThrottle();
  const fail = (failure: string) =>
    failures.record(failure, (count) => lines.push(`${failure} ${count ?? "at once"}`));

  for (let second = 0; second < 150; second++) {
    fail("a");
    if (second === 70) fail("b");
    vi.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual(["a at once", "a 59", "b at once", "a 60"]);
  vi.advanceTimersByTime(300_000);
  expect(lines.slice(4)).toEqual(["a 30"]);
  fail("a");
  fail("a");
  failures.flush();
  expect(lines.slice(5)).toEqual(["a at once", "a 1"]);
});

/** The error that a callback throws. */
function catchError(callback: () => unknown): unknown {
  try {
    callback();
  } catch (error) {
    return error;
  }
}

const nothing = undefined as unknown as Record<string, () => void>;
const none = { call: "Esmeralda" } as unknown as Record<"call", () => void>;
const name = "Esmeralda";

const messages: [what: string, error: unknown, message: string | undefined][] = [
  ["a property of undefined", catchError(() => nothing[name]), "Cannot read properties of undefined"],
  ["a call of a non-function", catchError(() => none.call()), "none.call is not a function"],
  ["invalid JSON", catchError(() => JSON.parse(`{"name": ${name}`)), undefined],
  ["a spread text", catchError(() => new Map(name as unknown as [])), undefined],
  ["a PostgreSQL error", Object.assign(new Error(`invalid input: "${name}"`), { code: "22P02" }), undefined],
];

test.each(messages)(
  "the log has the message of %s only if it names code, not values",
  (_, error, message) => {
    const fields = errorFields(error);
    expect(JSON.stringify(fields)).not.toContain(name);
    expect("message" in fields ? fields.message : undefined).toBe(message);
  },
);
