import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { getPagePass } from "@/lib/http/next-internals";
import { forwardVersions } from "@/lib/platform/cache";
import { getConnectionBudget } from "@/lib/platform/database/connections";
import { env, getVariablesFromFile } from "@/lib/platform/env";
import { logger } from "@/lib/platform/logger";
import { JOB_TIMEOUT_MS } from "../jobs/job-queue";
import { ipc } from "./ipc";
import { MachineMetrics } from "./machine-metrics";

/** Requests have ten seconds; a reload gives idle connections five more. */
const STOP_MS = 12_000;
const RETIRE_MS = 20_000;
/** The cause may affect the replacement too, so replacements are limited. */
const REPLACEMENT_PAUSE_MS = 5 * 60_000;

/** Runs in the primary. */
export class ProcessManager {
  readonly #machine = getConnectionBudget();
  readonly #count = this.#machine.processes;
  readonly #channels = new WeakMap<Worker, (topic: string, value?: unknown) => Promise<unknown>>();
  /** Without those that are stopping or have died. */
  readonly #serving = new Set<Worker>();
  readonly #figures = new MachineMetrics<Worker>((worker, scope) => this.#channels.get(worker)?.(scope));
  #reloading = false;
  #stopping = false;
  #replacedAt: number | undefined;

  /** Call before the primary opens the database, which gets the rest of the connections. */
  constructor() {
    env.DATABASE_POOL_SIZE = this.#machine.primary;
    env.poolWaitMs = JOB_TIMEOUT_MS;
  }

  /** @throws Error if no process starts; their stderr has the reason */
  async start() {
    const [, primary = ""] = process.argv; // from source or compiled, like the primary
    getPagePass(); // in the environment that they inherit
    cluster.setupPrimary({ exec: primary.replace(/start(\.\w+)$/, "cluster/serving-process$1"), args: [] });
    new RateLimiterClusterMaster(); // counts rate limits for the others (lib/platform/limits.ts)
    const results = await Promise.allSettled(Array.from({ length: this.#count }, () => this.#add()));
    const failed = results.filter(({ status }) => status === "rejected");
    if (failed.length === this.#count) throw new Error("The server did not start.");
    for (const _ of failed) void this.#addSoon(); // the others serve already
    forwardVersions((update) => void this.#sendToAll("changes", update));
    await this.#reportServing(); // registered before the start is complete
  }

  /** `/readyz` is `ready` when all processes serve. */
  async #reportServing() {
    await this.#sendToAll("serving", { serving: this.#serving.size, total: this.#count });
  }

  async #sendToAll(topic: string, value?: unknown) {
    await Promise.all([...this.#serving].map((worker) => this.#channels.get(worker)?.(topic, value)));
  }

  /** Replaces each process; the new one serves before the old one stops. */
  async reload() {
    if (this.#reloading || this.#stopping) return;
    logger.info("reloading");
    await this.#renew([...this.#serving], {
      done: "reloaded",
      failed: "not reloaded: a new process failed; the others keep serving",
    });
  }

  /** One at a time, at most every five minutes. */
  async #replaceUnhealthy(worker: Worker) {
    const isTooEarly =
      this.#replacedAt !== undefined && performance.now() - this.#replacedAt < REPLACEMENT_PAUSE_MS;
    if (isTooEarly || this.#reloading || this.#stopping || !this.#serving.has(worker)) return;
    this.#replacedAt = performance.now();
    logger.error({ pid: worker.process.pid }, "a serving process is unhealthy: replacing it");
    await this.#renew([worker], {
      done: "an unhealthy serving process was replaced",
      failed: "not replaced: a new process failed; the old one keeps serving",
    });
  }

  async #renew(workers: Worker[], messages: { done: string; failed: string }) {
    this.#reloading = true;
    try {
      for (const old of workers) {
        if (!this.#serving.has(old)) continue; // died meanwhile; its replacement is new
        await this.#add(); // serves before the other stops, which may be the last
        await this.#retire(old);
      }
      logger.info(messages.done);
    } catch {
      if (!this.#stopping) logger.error(messages.failed);
    }
    this.#reloading = false;
  }

  /** Makes `/readyz` answer 503. */
  async startDraining() {
    await this.#sendToAll("drain");
  }

  /** Also stops processes that are starting or stopping. */
  async stop() {
    this.#stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker && !worker.isDead());
    const exits = workers.map(async (worker) => {
      const exit = once(worker as Worker, "exit");
      this.#serving.delete(worker as Worker);
      await Promise.race([this.#channels.get(worker as Worker)?.("stop"), exit]);
      await exit;
    });
    const killTimer = setTimeout(() => {
      for (const worker of workers) worker?.process.kill("SIGKILL");
    }, STOP_MS);
    await Promise.all(exits);
    clearTimeout(killTimer);
  }

  /** Resolves when it serves. */
  async #add() {
    if (this.#stopping) throw new Error("The server is stopping."); // would outlive the primary
    const worker = cluster.fork({
      ...Object.fromEntries([...getVariablesFromFile()].map((name) => [name, undefined])), // processes read the file themselves
      PORT: String(env.PORT),
      PROCESSES: String(this.#count),
      DATABASE_POOL_SIZE: String(this.#machine.share),
    });
    const serving = new Promise<void>((resolve) => {
      const ready = () => {
        this.#serving.add(worker);
        this.#figures.add(worker);
        void this.#reportServing();
        resolve();
      };
      const metrics = () => this.#figures.text();
      const finalMetrics = (figures: unknown) => this.#figures.update(worker, figures);
      const unhealthy = () => void this.#replaceUnhealthy(worker);
      this.#channels.set(worker, ipc(worker, "primary", { ready, metrics, finalMetrics, unhealthy }));
    });
    worker.on("error", () => {}); // a message to an ended process; "exit" reports it
    worker.once("exit", (code, signal) => {
      this.#figures.remove(worker);
      void this.#replace(worker, { code, signal });
    });
    const exited = once(worker, "exit").then(() => {
      throw new Error("The server did not start.");
    });
    await Promise.race([serving, exited]);
  }

  async #replace(worker: Worker, exit: { code: number | null; signal: string | null }) {
    if (!this.#serving.delete(worker) || this.#stopping) return;
    logger.error({ process: worker.process.pid, ...exit }, "a serving process died: replacing it");
    void this.#reportServing();
    await this.#addSoon();
    if (!this.#stopping) logger.info("a serving process was replaced");
  }

  async #addSoon() {
    while (!this.#stopping) {
      try {
        return await this.#add();
      } catch {
        await sleep(1_000);
      }
    }
  }

  async #retire(worker: Worker) {
    if (!this.#serving.delete(worker)) return;
    const exit = once(worker, "exit");
    const killTimer = setTimeout(() => worker.process.kill("SIGKILL"), RETIRE_MS);
    void this.#channels.get(worker)?.("leave");
    await exit;
    clearTimeout(killTimer);
  }
}
