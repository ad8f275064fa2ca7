import { Counter, Registry } from "prom-client";
import { expect, test } from "vitest";
import { MachineFigures } from "./machine-figures";

/** Counts as a serving process does, and tells it while it lives. */
function aProcess() {
  const registry = new Registry();
  const counter = new Counter({ name: "requests_total", help: "Requests.", registers: [registry] });
  let told = 0;
  let lives = true;
  const tell = async () => {
    if (!lives) return; // asked in vain
    told = (await counter.get()).values[0]?.value ?? 0;
    return registry.getMetricsAsJSON();
  };
  const kill = () => {
    lives = false;
  };
  return { counter, tell, told: () => told, kill };
}

test("what a process that is killed had counted is not lost, though nobody read /metrics meanwhile", async () => {
  const figures = new MachineFigures<ReturnType<typeof aProcess>>((process) => process.tell(), 10);
  const [killed, other] = [aProcess(), aProcess()];
  figures.begins(killed);
  figures.begins(other);
  killed.counter.inc(5);
  other.counter.inc(2);
  await expect.poll(killed.told).toBe(5);

  killed.kill();
  figures.ends(killed);
  await expect.poll(() => figures.text()).toMatch(/^requests_total 7$/m);
  other.counter.inc(1);
  expect(await figures.text()).toMatch(/^requests_total 8$/m);
});
