import { monitorEventLoopDelay } from "node:perf_hooks";

/** What a server tells of itself since it was last asked: milliseconds, megabytes, milliseconds of processor. */
export type Vitals = { delayP99: number; delayMax: number; rss: number; cpu: number };

type More = { vitals?: () => Vitals | Promise<Vitals>; key?: string };

/** Tells the bench the port, and a key of its own, then answers each “vitals” with those since the last one. */
export function reportReady(port: number, { vitals = ownVitals(), key }: More = {}) {
  process.on("message", async (asked) => asked === "vitals" && process.send?.(await vitals()));
  process.once("disconnect", () => process.exit());
  process.send?.({ port, key });
}

/** Those of this process. */
export function ownVitals(): () => Vitals {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  let used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    used = process.cpuUsage();
    const vitals: Vitals = {
      cpu: (user + system) / 1_000,
      delayP99: delay.percentile(99) / 1e6,
      delayMax: delay.max / 1e6,
      rss: process.memoryUsage.rss() / 1024 / 1024,
    };
    delay.reset();
    return vitals;
  };
}
