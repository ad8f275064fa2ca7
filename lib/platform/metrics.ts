import { statfs } from "node:fs/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from "prom-client";
import { getPool } from "./database/prisma";
import { env } from "./env";
import { singleton } from "./singleton";

/** Everything that `/metrics` shows; one registry a process. */
export const registry = singleton("metrics", () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "matricula_" });
  // Gauges that are called counters, which promtool refuses; those without `_total` tell the same by type.
  for (const name of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`matricula_nodejs_active_${name}_total`);
  return registry;
});

const metricsSource = singleton("metrics speaker", () => ({ text: () => registry.metrics() }));

/** The text of `/metrics`: this process's own figures, unless another one speaks for the whole machine. */
export const renderMetrics = () => metricsSource.text();

/** Of a process: all that it shows, or what it has counted alone, for which nothing is asked of the database. */
export type MetricsScope = "figures" | "counted";

/** Whether a figure only grows, and does not shrink because who counted has gone. */
export const isCumulative = ({ type }: { type: unknown }) => type === "counter" || type === "histogram";

/** A process's figures, as another one can add them up. */
export async function collectMetrics(process: Registry, asked: MetricsScope) {
  if (asked === "figures") return process.getMetricsAsJSON();
  const counted = process.getMetricsAsArray().filter(isCumulative) as unknown as Metric[];
  return Promise.all(counted.map((metric) => metric.get()));
}

/** From now on somebody else is asked for it. */
export function setMetricsSource(text: () => Promise<string>) {
  metricsSource.text = text;
}

/** Seconds from a request's arrival to its answer, by route, method and status. */
export const requestDuration = singleton(
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

/**
 * Within how many seconds such shares of this machine's pages were answered since its start, as Prometheus reckons
 * it within a bucket; undefined before the first one.
 */
export async function getPageQuantiles(
  shares: number[],
): Promise<{ pages: number; seconds: number[] } | undefined> {
  const counts = new Map<number, number>();
  for (const [, labels = "", count] of (await renderMetrics()).matchAll(BUCKET)) {
    const [, bound = ""] = /le="([^"]+)"/.exec(labels) ?? [];
    if (/route="\/api\//.test(labels)) continue;
    const seconds = bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound);
    counts.set(seconds, (counts.get(seconds) ?? 0) + Number(count));
  }
  const buckets = [...counts].sort(([one], [other]) => one - other);
  const all = buckets.at(-1)?.[1] ?? 0;
  return all === 0
    ? undefined
    : { pages: all, seconds: shares.map((share) => interpolateQuantile(buckets, share * all)) };
}

/** Enrollments made, by source (api, form, desk). */
export const enrollmentsCreated = singleton(
  "enrollmentsMade",
  () =>
    new Counter({
      name: "matricula_enrollments_total",
      help: "Enrollments made, by source.",
      labelNames: ["source"],
      registers: [registry],
    }),
);

/** Enrollments refused, by source and the code of the refusal. */
export const enrollmentsRefused = singleton(
  "enrollmentsRefused",
  () =>
    new Counter({
      name: "matricula_enrollment_refusals_total",
      help: "Enrollments refused, by source and reason.",
      labelNames: ["source", "reason"],
      registers: [registry],
    }),
);

/** Requests for pages that wait until others are made. */
export const pagesWaiting = singleton(
  "pagesWaiting",
  () =>
    new Gauge({
      name: "matricula_pages_waiting",
      help: "Requests for pages that wait until others are made.",
      registers: [registry],
    }),
);

/** Requests for pages that were told to come back. */
export const pagesShed = singleton(
  "pagesTurnedAway",
  () =>
    new Counter({
      name: "matricula_pages_turned_away_total",
      help: "Requests for pages that were told to come back.",
      registers: [registry],
    }),
);

const BUCKET = /^matricula_http_request_duration_seconds_bucket\{(.*)\} (\d+)$/gm;

singleton(
  "poolGauge",
  () =>
    new Gauge({
      name: "matricula_database_pool_connections",
      help: "Connections of the pool by state.",
      labelNames: ["state"],
      registers: [registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = getPool();
        this.set({ state: "total" }, totalCount);
        this.set({ state: "idle" }, idleCount);
        this.set({ state: "waiting" }, waitingCount);
      },
    }),
);

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);

/** A request's method as a label: whoever invents methods does not invent series. */
export const toMethodLabel = (method: string) => (METHODS.has(method) ? method : "other");

/** Adds to `/metrics` how full the disk is on which `DATA_DIR` stands: with the embedded database, the database's. */
export function registerDiskMetrics() {
  const gauge = (name: string, help: string, blocks: "bavail" | "blocks") =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: "min", // each process of a machine sees the same disk
      async collect() {
        const disk = await statfs(env.DATA_DIR).catch(() => statfs(".")); // nothing was kept there yet
        this.set(disk[blocks] * disk.bsize);
      },
    });
  singleton("disk metrics", () => [
    gauge("matricula_disk_free_bytes", "Bytes that are free on the disk of DATA_DIR.", "bavail"),
    gauge("matricula_disk_size_bytes", "Bytes that the disk of DATA_DIR holds.", "blocks"),
  ]);
}

/** What is beyond the last bound took at least that. */
function interpolateQuantile(buckets: [seconds: number, count: number][], rank: number): number {
  const at = buckets.findIndex(([, count]) => count >= rank);
  const [[bound, count], [from, below]] = [buckets[at] ?? [0, 0], buckets[at - 1] ?? [0, 0]];
  return Number.isFinite(bound) ? from + ((bound - from) * (rank - below)) / (count - below) : from;
}
