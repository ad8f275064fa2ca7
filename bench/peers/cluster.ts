import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { reportReady, type Vitals } from "./report-ready";

// Two processes of ours behind one port, as `node:cluster` shares it: the API alone, or what BENCH_WORKER names.

if (cluster.isPrimary) {
  cluster.setupPrimary({ exec: process.env.BENCH_WORKER ?? "bench/peers/cluster-worker.ts" });
  const workers = [cluster.fork(), cluster.fork()];
  cluster.on("exit", () => process.exit(1)); // one alone is not what is measured
  const [ready] = await Promise.all(workers.map((worker) => once(worker, "message")));
  reportReady(ready?.[0].port, { vitals: async () => sum(await Promise.all(workers.map(ask))) });
}

async function ask(worker: Worker): Promise<Vitals> {
  const answer = once(worker, "message");
  worker.send("vitals");
  const [vitals] = await answer;
  return vitals;
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
