import cluster, { type Worker } from "node:cluster";
import { on } from "node:events";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { reportReady, type Vitals } from "./report-ready";

// Two processes of ours behind one port, as `node:cluster` shares it: the API alone, or what BENCH_WORKER names.

if (cluster.isPrimary) {
  cluster.setupPrimary({ exec: process.env.BENCH_WORKER ?? "bench/peers/cluster-worker.ts" });
  new RateLimiterClusterMaster(); // counts limits for both, as the service's primary does
  const workers = [cluster.fork(), cluster.fork()];
  cluster.on("exit", () => process.exit(1)); // one alone is not what is measured
  const [ready] = await Promise.all(workers.map(told<{ port: number }>));
  reportReady(ready?.port ?? 0, { vitals: async () => sum(await Promise.all(workers.map(ask))) });
}

/** What a worker tells the bench; what it asks of the limits is between it and them. */
async function told<What>(worker: Worker): Promise<What> {
  for await (const [what] of on(worker, "message")) if (!("channel" in what)) return what;
  throw new Error("a process ended before it told anything");
}

function ask(worker: Worker): Promise<Vitals> {
  const answer = told<Vitals>(worker);
  worker.send("vitals");
  return answer;
}

function sum(all: Vitals[]): Vitals {
  const of = (name: keyof Vitals) => all.map((vitals) => vitals[name]);
  const total = (name: keyof Vitals) => of(name).reduce((one, other) => one + other, 0);
  return {
    cpu: total("cpu"),
    rss: total("rss"),
    delayP99: Math.max(...of("delayP99")),
    delayMax: Math.max(...of("delayMax")),
  };
}
