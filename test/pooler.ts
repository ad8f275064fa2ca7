import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

type Backend = { socket: Socket; heard?: (bytes: Buffer, free: boolean) => void };

const READY = "Z".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

/**
 * A pooler in transaction mode in front of the PostgreSQL at a port, as PgBouncer is one: each client's own session
 * goes to whoever asks next as soon as it is in no transaction.
 */
export async function transactionPooler(target: number) {
  const free: Backend[] = [];
  const waiting: ((backend: Backend) => void)[] = [];
  const all = new Set<Socket>();

  const give = (backend: Backend) => {
    backend.heard = undefined;
    const next = waiting.shift();
    if (next) next(backend);
    else free.push(backend);
  };
  const take = () => {
    const backend = free.pop();
    return backend ?? new Promise<Backend>((resolve) => waiting.push(resolve));
  };
  const begin = (): Backend => {
    const backend: Backend = { socket: connect(target, "127.0.0.1") };
    all.add(backend.socket.on("error", () => {}));
    const isFree = lastWord();
    backend.socket.on("data", (bytes) => backend.heard?.(bytes, isFree(bytes)));
    return backend;
  };

  const server = createServer((client) => {
    all.add(client.on("error", () => {}));
    let mine: Promise<Backend> | Backend | undefined = begin(); // its greeting goes through as it is
    const hear = (backend: Backend) => {
      backend.heard = (bytes, isFree) => {
        client.write(bytes);
        if (!isFree) return;
        mine = undefined;
        give(backend);
      };
      return backend;
    };
    hear(mine);
    client.on("data", async (bytes) => {
      if (bytes[0] === TERMINATE) return void client.end();
      mine ??= Promise.resolve(take()).then(hear);
      (await mine).socket.write(bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      for (const socket of all) socket.destroy();
      server.close();
    },
  };
}

/** Reads PostgreSQL's messages: whether the last whole one says that the session is ready and in no transaction. */
function lastWord() {
  let rest = Buffer.alloc(0);
  return (bytes: Buffer): boolean => {
    rest = Buffer.concat([rest, bytes]);
    let ready = false;
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      ready = rest[0] === READY && rest[5] === IDLE;
      rest = rest.subarray(rest.readInt32BE(1) + 1);
    }
    return ready && rest.length === 0;
  };
}
