import "./ignore-signals";
import "../startup/uncaught-errors";
import cluster from "node:cluster";
import { receiveVersions } from "@/lib/platform/cache";
import { closeDatabase, openDatabase } from "@/lib/platform/database/open-database";
import { isUnhealthy, registerReadinessCheck, startDraining } from "@/lib/platform/health";
import { collectMetrics, registry, setMetricsSource } from "@/lib/platform/metrics";
import { runMain } from "../run-main";
import { serve } from "../serve";
import { ipc } from "./ipc";

/** Time for the next request of an idle connection during a reload. */
const IDLE_MS = 5_000;
/** Repeated while unhealthy, because the primary may be replacing another one. */
const REPORT_INTERVAL_MS = 5_000;

// A serving process, controlled by server/cluster/process-manager.ts.
await runMain(async () => {
  const embedded = await openDatabase();
  let stopServing: Awaited<ReturnType<typeof serve>> | undefined;
  let send: ReturnType<typeof ipc> | undefined;
  const shutDown = async (idleMs: number, primaryLives = true) => {
    await stopServing?.(idleMs);
    if (idleMs > 0) await send?.("finalMetrics", await collectMetrics(registry, "figures")); // keeps the machine's sums
    if (stopServing) await closeDatabase(); // otherwise the start still uses it
    await (primaryLives ? embedded?.release() : embedded?.releaseAfterServer());
    process.exit(0);
  };
  const changes = receiveVersions();
  cluster.worker?.on("error", () => {}); // a message to an ended primary; "disconnect" reports it
  cluster.worker?.once("disconnect", () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true; // otherwise Node exits at once
    void shutDown(0, false);
  });
  stopServing = await serve({ dev: false });
  let counts: { serving: number; total: number } | undefined;
  registerReadinessCheck("processes", async () => {
    if (counts && counts.serving >= counts.total) return;
    return counts ? `${counts.serving} of ${counts.total} serve` : "starting";
  });
  send = ipc(process, "serving", {
    serving: (value) => {
      counts = value as typeof counts;
    },
    changes,
    figures: () => collectMetrics(registry, "figures"),
    counted: () => collectMetrics(registry, "counted"),
    drain: startDraining,
    leave: () => void shutDown(IDLE_MS),
    stop: () => void shutDown(0),
  });
  await send("ready");
  setInterval(() => void (isUnhealthy() && send?.("unhealthy")), REPORT_INTERVAL_MS).unref();
  setMetricsSource(async () => String((await send?.("metrics")) ?? (await registry.metrics())));
});
