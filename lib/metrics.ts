import { collectDefaultMetrics, Gauge, type Metric, Registry } from "prom-client";
import { pool } from "./prisma";
import { RequestDurations } from "./request-durations";
import { singleton } from "./singleton";

/** Everything that `/metrics` shows; one registry a process. */
export const registry = singleton("metrics", () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
});

/** Seconds from a request's arrival to its answer, by route, method and status. */
export const requestDurations = singleton("request durations", () => {
  const durations = new RequestDurations();
  registry.registerMetric(durations as unknown as Metric);
  return durations;
});

singleton(
  "poolGauge",
  () =>
    new Gauge({
      name: "database_pool_connections",
      help: "Connections of the pool by state.",
      labelNames: ["state"],
      registers: [registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = pool();
        this.set({ state: "total" }, totalCount);
        this.set({ state: "idle" }, idleCount);
        this.set({ state: "waiting" }, waitingCount);
      },
    }),
);
