import { statfs } from "node:fs/promises";
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type Metric,
  Registry,
} from "prom-client";
import { getPool } from "./database/prisma";
import { env } from "./env";
import { singleton } from "./singleton";

/** The metrics of this process. */
export const registry = singleton("metrics", () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "matricula_" });
  // Gauges named like counters, which promtool rejects; those without `_total` have the same values by type.
  for (const name of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`matricula_nodejs_active_${name}_total`);
  return registry;
});

const metricsSource = singleton("metrics source", () => ({ text: () => registry.metrics() }));

/** The text of `/metrics`: of this process, or the sum of all processes of the machine. */
export const renderMetrics = () => metricsSource.text();

/** All metrics of a process, or only those that need no query. */
export type MetricsScope = "figures" | "counted";

/** Whether a metric only grows, so that it is kept after its process ends. */
export const isCumulative = ({ type }: { type: unknown }) => type === "counter" || type === "histogram";

/** A process's metrics as JSON, for another process to sum up. */
export async function collectMetrics(process: Registry, scope: MetricsScope) {
  if (scope === "figures") return process.getMetricsAsJSON();
  const counted = process.getMetricsAsArray().filter(isCumulative) as unknown as Metric[];
  return Promise.all(counted.map((metric) => metric.get()));
}

/** Sets where the text of `/metrics` comes from. */
export function setMetricsSource(text: () => Promise<string>) {
  metricsSource.text = text;
}

/** Creates a gauge of this process. */
export const createGauge = <Label extends string = never>(
  name: string,
  help: string,
  options: Partial<GaugeConfiguration<Label>> = {},
) => singleton(name, () => new Gauge<Label>({ ...options, name, help, registers: [registry] }));

const createCounter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
  singleton(name, () => new Counter({ name, help, labelNames, registers: [registry] }));

const requestDuration = singleton(
  "requestDuration",
  () =>
    new Histogram({
      name: "matricula_http_request_duration_seconds",
      help: "Seconds from a request's arrival to its answer.",
      labelNames: ["route", "method", "status"],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
      registers: [registry],
    }),
);

/** By source: api, form, desk. */
export const enrollmentsCreated = createCounter(
  "matricula_enrollments_total",
  "Enrollments made, by source.",
  "source",
);

/** By source, and the code of the refusal. */
export const enrollmentsRefused = createCounter(
  "matricula_enrollment_refusals_total",
  "Enrollments refused, by source and reason.",
  "source",
  "reason",
);

export const pagesShed = createCounter(
  "matricula_pages_turned_away_total",
  "Requests for pages that were answered with 503 and Retry-After.",
);

createGauge("matricula_database_pool_connections", "Connections of the pool by state.", {
  labelNames: ["state"],
  collect() {
    const { totalCount, idleCount, waitingCount } = getPool();
    this.set({ state: "total" }, totalCount);
    this.set({ state: "idle" }, idleCount);
    this.set({ state: "waiting" }, waitingCount);
  },
});

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);

/** Records the duration of a request. Unknown methods share a label, because each label is a series. */
export function recordDuration(route: string, method: string, status: number, milliseconds: number) {
  const label = METHODS.has(method) ? method : "other";
  requestDuration.observe({ route, method: label, status }, milliseconds / 1000);
}

/** Adds the disk of `DATA_DIR` to `/metrics`: with the embedded database, the database's. */
export function registerDiskMetrics() {
  const measure = (name: string, help: string, blocks: "bavail" | "blocks") =>
    createGauge(name, help, {
      aggregator: "min", // each process of a machine sees the same disk
      async collect() {
        const disk = await statfs(env.DATA_DIR).catch(() => statfs(".")); // before the first start
        this.set(disk[blocks] * disk.bsize);
      },
    });
  measure("matricula_disk_free_bytes", "Bytes that are free on the disk of DATA_DIR.", "bavail");
  measure("matricula_disk_size_bytes", "Bytes that the disk of DATA_DIR holds.", "blocks");
}
