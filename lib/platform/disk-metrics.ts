import { statfs } from "node:fs/promises";
import { Gauge } from "prom-client";
import { env } from "./env";
import { registry } from "./metrics";
import { singleton } from "./singleton";

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
