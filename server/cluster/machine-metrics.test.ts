import { EventEmitter } from "node:events";
import { Counter, Gauge, Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { collectMetrics, type MetricsScope } from "@/lib/platform/metrics";
import { ipc, TIMEOUTS_MS } from "./ipc";
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

test("a process that does not answer leaves the other processes' figures in /metrics", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const figures = new MachineMetrics<ReturnType<typeof ipc>>((ask, scope) => ask(scope));
  const { counter, report } = createProcess();
  counter.inc(4);
  const [primary, process] = createChannel();
  const [toStopped] = createChannel();
  figures.add(ipc(primary, "primary", { metrics: () => figures.text() }));
  figures.add(ipc(toStopped, "primary", {}));
  const answer = ipc(process, "serving", { figures: () => report("figures") })("metrics");
  await vi.advanceTimersByTimeAsync(TIMEOUTS_MS.primary);
  expect(await answer).toMatch(/^requests_total 4$/m);
});

/** Both ends of a channel between the primary and a process. */
function createChannel() {
  const [primary, process] = [new EventEmitter(), new EventEmitter()];
  const connect = (from: EventEmitter, to: EventEmitter) =>
    Object.assign(from, { send: (message: object) => to.emit("message", message) });
  return [connect(primary, process), connect(process, primary)] as const;
}
