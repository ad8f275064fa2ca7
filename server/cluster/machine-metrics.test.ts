import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { collectMetrics, type MetricsScope } from "@/lib/platform/metrics";
import { MachineMetrics } from "./machine-metrics";

/** Counts and reports like a serving process. */
function aProcess() {
  const registry = new Registry();
  const counter = new Counter({ name: "requests_total", help: "Requests.", registers: [registry] });
  let [told, looked] = [0, 0];
  new Gauge({
    name: "waiting",
    help: "What the database is asked for.",
    registers: [registry],
    aggregator: "max",
    collect() {
      looked++;
      this.set(3);
    },
  });
  let lives = true;
  const tell = async (asked: MetricsScope) => {
    if (!lives) return; // asked in vain
    told = (await counter.get()).values[0]?.value ?? 0;
    return collectMetrics(registry, asked);
  };
  const kill = () => {
    lives = false;
  };
  return { counter, tell, told: () => told, looked: () => looked, kill };
}

test("keeps the figures of a killed process in /metrics", async () => {
  const figures = new MachineMetrics<ReturnType<typeof aProcess>>(
    (process, asked) => process.tell(asked),
    10,
  );
  const [killed, other] = [aProcess(), aProcess()];
  figures.add(killed);
  figures.add(other);
  killed.counter.inc(5);
  other.counter.inc(2);
  await expect.poll(killed.told).toBe(5);
  expect(killed.looked(), "the database is asked for a reader alone").toBe(0);

  killed.kill();
  figures.remove(killed);
  await expect.poll(() => figures.text()).toMatch(/^requests_total 7$/m);
  other.counter.inc(1);
  const text = await figures.text();
  expect(text).toMatch(/^requests_total 8$/m);
  expect(text).toMatch(/^waiting 3$/m);
});
