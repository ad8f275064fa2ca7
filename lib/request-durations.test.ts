import { type Metric, Registry } from "prom-client";
import { expect, test } from "vitest";
import { RequestDurations } from "./request-durations";

test("what Prometheus reads: cumulative buckets, a sum and a count for each route, method and status", async () => {
  const durations = new RequestDurations();
  const registry = new Registry();
  registry.registerMetric(durations as unknown as Metric);

  for (const seconds of [0.001, 0.004, 0.05, 9]) durations.observe("/a", "GET", 200, seconds);
  durations.observe("/a", "GET", 304, 0.3);
  durations.observe("/b", "GET", 200, 0.3);

  const lines = (await registry.metrics()).split("\n");
  const of = (route: string, status: number) =>
    lines
      .filter((line) => line.includes(`route="${route}"`) && line.includes(`status="${status}"`))
      .map(
        (line) =>
          `${/_(\w+)\{/.exec(line)?.[1]} ${/le="(.*?)"/.exec(line)?.[1] ?? ""} ${line.split(" ").at(-1)}`,
      );
  expect(lines).toContain("# TYPE http_request_duration_seconds histogram");
  expect(of("/a", 200)).toEqual([
    "request_duration_seconds_bucket 0.001 1",
    "request_duration_seconds_bucket 0.005 2",
    "request_duration_seconds_bucket 0.02 2",
    "request_duration_seconds_bucket 0.1 3",
    "request_duration_seconds_bucket 0.5 3",
    "request_duration_seconds_bucket 2 3",
    "request_duration_seconds_bucket +Inf 4",
    "request_duration_seconds_sum  9.055",
    "request_duration_seconds_count  4",
  ]);
  expect([of("/a", 304).at(-1), of("/b", 200).at(-1)]).toEqual([
    "request_duration_seconds_count  1",
    "request_duration_seconds_count  1",
  ]);
});
