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
  let ask: ReturnType<typeof ipc> | undefined;
  const end = async (idleMs: number, primaryLives = true) => {
    await stopServing?.(idleMs);
    if (idleMs > 0) await ask?.("farewell", await collectMetrics(registry, "figures")); // keeps the machine's sums
    if (stopServing) await closeDatabase(); // otherwise the start still uses it
    await (primaryLives ? embedded?.release() : embedded?.releaseAfterServer());
    process.exit(0);
  };
  const changes = receiveVersions();
  cluster.worker?.on("error", () => {}); // a message to an ended primary; "disconnect" reports it
  cluster.worker?.once("disconnect", () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true; // otherwise Node exits at once
    void end(0, false);
  });
  stopServing = await serve({ dev: false });
  let all: { serving: number; of: number } | undefined;
  registerReadinessCheck("processes", async () => {
    if (all && all.serving >= all.of) return;
    return all ? `${all.serving} of ${all.of} serve` : "starting";
  });
  ask = ipc(process, {
    serving: (told) => {
      all = told as typeof all;
    },
    changes,
    figures: () => collectMetrics(registry, "figures"),
    counted: () => collectMetrics(registry, "counted"),
    "stop taking": startDraining,
    leave: () => void end(IDLE_MS),
    stop: () => void end(0),
  });
  await ask("ready");
  setInterval(() => void (isUnhealthy() && ask?.("ill")), REPORT_INTERVAL_MS).unref();
  setMetricsSource(async () => String((await ask?.("metrics")) ?? (await registry.metrics())));
});
