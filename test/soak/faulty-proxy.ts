import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** `late`: delayed; `hole`: dropped without a notice. */
export type NetworkCondition = "fair" | "late" | "hole";

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** The database's URL through a proxy. */
export function getProxyUrl(url: string, { port }: { port: number }): string {
  const proxied = new URL(url);
  proxied.port = String(port);
  return proxied.href;
}

/** A TCP proxy to the current `target`, with network faults. */
export async function startFaultyProxy(target: () => number, { lateMs = 200 } = {}) {
  let condition: NetworkCondition = "fair";
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target(), "127.0.0.1");
    for (const [source, destination] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(source);
      source.on("error", () => source.destroy());
      source.on("close", () => {
        sockets.delete(source);
        destination.destroy();
      });
      source.pipe(createFaultFilter(() => condition, lateMs)).pipe(destination);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const { port } = server.address() as { port: number };
  return {
    port,
    /** Dropped data is lost, so those connections end. */
    setCondition: (next: NetworkCondition) => {
      if (condition === "hole") reset();
      condition = next;
    },
    reset,
    /** Refuses connections until `reopen`. */
    cut: () => {
      server.close();
      reset();
    },
    reopen: () => once(server.listen(port, "127.0.0.1"), "listening"),
    /** Existing connections drop everything silently; new ones work. */
    swallow: () => {
      for (const socket of sockets) socket.unpipe().removeAllListeners("close");
    },
    close: () => {
      reset();
      server.close();
    },
  };
}

function createFaultFilter(getCondition: () => NetworkCondition, lateMs: number) {
  return new Transform({
    transform(chunk, _, done) {
      const condition = getCondition();
      if (condition === "hole") return done();
      if (condition === "late") return void setTimeout(done, lateMs, null, chunk);
      done(null, chunk);
    },
  });
}
