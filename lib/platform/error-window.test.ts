import { expect, test } from "vitest";
import { ErrorWindow } from "./health";

type Answers = [status: number, route: string, caller: string][];

const failures: Answers = [
  [500, "/a", "one"],
  [500, "/b", "two"],
  [500, "/c", "three"],
];

const cases: [what: string, answers: Answers, unhealthy: boolean][] = [
  ["nothing asked", [], false],
  ["500 on three routes for three callers", failures, true],
  ["as many other answers", [...failures, [200, "/d", "one"], [503, "/a", "one"], [404, "/e", "two"]], false],
  ["fewer other answers", [...failures, [200, "/d", "one"], [422, "/a", "one"]], true],
  ["two routes", [...failures.slice(0, 2), [500, "/b", "three"]], false],
  ["one caller", failures.map(([status, route]) => [status, route, "one"]), false],
  ["a database that is away", failures.map(([, route, caller]) => [503, route, caller]), false],
];

test.each(cases)("a process with %s", (_, answers, unhealthy) => {
  const minute = new ErrorWindow();
  for (const [at, answer] of answers.entries()) minute.record(...answer, 7_000 * at);
  expect(minute.isUnhealthy(42_000)).toBe(unhealthy);
});

test("responses older than a minute do not count, however many they were", () => {
  const minute = new ErrorWindow();
  for (let at = 0; at < 300_000; at += 100) minute.record(500, `/${at}`, `${at}`, at);
  expect(minute.isUnhealthy(300_000)).toBe(true);
  for (let at = 300_000; at < 340_000; at += 500) minute.record(200, "/", "one", at);
  expect([minute.isUnhealthy(340_000), minute.isUnhealthy(361_000)]).toEqual([true, false]);
});
