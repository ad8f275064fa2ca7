import cluster from "node:cluster";
import { reportReady } from "./report-ready";

// Two processes of ours behind one port, as `node:cluster` shares it: the API alone, or what BENCH_WORKER names.

if (cluster.isPrimary) {
  cluster.setupPrimary({ exec: process.env.BENCH_WORKER ?? "bench/peers/cluster-worker.ts" });
  const workers = [cluster.fork(), cluster.fork()];
  let listening = 0;
  for (const worker of workers) {
    worker.once("listening", ({ port }) => {
      listening += 1;
      if (listening === workers.length) reportReady(port);
    });
  }
}
