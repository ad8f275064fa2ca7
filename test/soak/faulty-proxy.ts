import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";

/** `late`: delayed; `hole`: dropped without a notice. */
export type NetworkCondition = "fair" | "late" | "hole";

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;

/** The database's URL through a proxy. */
export function getProxyUrl(url: string, { port }: { port: number }): string {
  const through = new URL(url);
  through.port = String(port);
  return through.href;
}

/** A TCP proxy to the current `target`, with network faults. */
export async function startFaultyProxy(target: () => number, { lateMs = 200 } = {}) {
  let weather: NetworkCondition = "fair";
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target(), "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(through(() => weather, lateMs)).pipe(other);
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
    turn: (to: NetworkCondition) => {
      if (weather === "hole") reset();
      weather = to;
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

function through(weather: () => NetworkCondition, lateMs: number) {
  return new Transform({
    transform(chunk, _, done) {
      const now = weather();
      if (now === "hole") return done();
      if (now === "late") return void setTimeout(done, lateMs, null, chunk);
      done(null, chunk);
    },
  });
}
