import { connect, createServer, type Socket } from "node:net";

/** A proxy to the database that can be cut. */
export type DatabaseProxy = {
  port: number;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  close: () => void;
};

/** Listens on a free port and forwards to `target`. */
export async function startDatabaseProxy(target: number): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
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
      one.pipe(other);
    }
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
  const end = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  return { port, cut: async () => end(), mend: () => listen(port), close: end };
}
