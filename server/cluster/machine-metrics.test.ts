import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { collectMetrics, type MetricsScope } from "@/lib/platform/metrics";
import { MachineMetrics } from "./machine-metrics";

/** Counts and reports like a serving process. */
function createProcess() {
  const registry = new Registry();
  const counter = new Counter({ name: "requests_total", help: "Requests.", registers: [registry] });
  let [reportedCount, collectCount] = [0, 0];
  new Gauge({
    name: "waiting",
    help: "A value from the database.",
    registers: [registry],
    aggregator: "max",
    collect() {
      collectCount++;
      this.set(3);
    },
  });
  let isAlive = true;
  const report = async (scope: MetricsScope) => {
    if (!isAlive) return; // no answer
    reportedCount = (await counter.get()).values[0]?.value ?? 0;
    return collectMetrics(registry, scope);
  };
  const kill = () => {
    isAlive = false;
  };
  return { counter, report, reported: () => reportedCount, collected: () => collectCount, kill };
}

test("keeps the figures of a killed process in /metrics", async () => {
  const figures = new MachineMetrics<ReturnType<typeof createProcess>>(
    (process, scope) => process.report(scope),
    10,
  );
  const [killedProcess, other] = [createProcess(), createProcess()];
  figures.add(killedProcess);
  figures.add(other);
  killedProcess.counter.inc(5);
  other.counter.inc(2);
  await expect.poll(killedProcess.reported).toBe(5);
  expect(killedProcess.collected(), "the database is read only for /metrics").toBe(0);

  killedProcess.kill();
  figures.remove(killedProcess);
  await expect.poll(() => figures.text()).toMatch(/^requests_total 7$/m);
  other.counter.inc(1);
  const text = await figures.text();
  expect(text).toMatch(/^requests_total 8$/m);
  expect(text).toMatch(/^waiting 3$/m);
});
