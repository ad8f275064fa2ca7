import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

type Backend = { socket: Socket; onData?: (bytes: Buffer, isFree: boolean) => void };

const READY = "Z".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

/** PgBouncer refuses other start-up parameters. */
const STARTUP_PARAMETERS = ["user", "database", "application_name", "client_encoding"];

/** A transaction pooler like PgBouncer: a server session is assigned per transaction. */
export async function startTransactionPooler(target: number) {
  const idle: Backend[] = [];
  const waiting: ((backend: Backend) => void)[] = [];
  const sockets = new Set<Socket>();

  const release = (backend: Backend) => {
    backend.onData = undefined;
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };
  const acquire = () => {
    const backend = idle.pop();
    return backend ?? new Promise<Backend>((resolve) => waiting.push(resolve));
  };
  const open = (): Backend => {
    const backend: Backend = { socket: connect(target, "127.0.0.1") };
    sockets.add(backend.socket.on("error", () => {}));
    const isFree = createIdleDetector();
    backend.socket.on("data", (bytes) => backend.onData?.(bytes, isFree(bytes)));
    return backend;
  };

  const server = createServer((client) => {
    sockets.add(client.on("error", () => {}));
    let current: Promise<Backend> | Backend | undefined = open(); // the greeting passes through unchanged
    const attach = (backend: Backend) => {
      backend.onData = (bytes, isFree) => {
        client.write(bytes);
        if (!isFree) return;
        current = undefined;
        release(backend);
      };
      return backend;
    };
    attach(current);
    client.once("data", (greeting) => {
      const unknown = startUpParameters(greeting).find((name) => !STARTUP_PARAMETERS.includes(name));
      if (unknown) client.end(createError(`unsupported startup parameter: ${unknown}`));
    });
    client.on("data", async (bytes) => {
      if (bytes[0] === TERMINATE) return void client.end();
      current ??= Promise.resolve(acquire()).then(attach);
      (await current).socket.write(bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    /** PgBouncer's RECONNECT: new server sessions. */
    reconnect: () => {
      for (const { socket } of idle.splice(0)) socket.destroy();
    },
    port: (server.address() as { port: number }).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Pairs after length and version; the last is empty. */
function startUpParameters(greeting: Buffer): string[] {
  const parts = greeting.subarray(8).toString().split("\0");
  return parts.filter((name, index) => index % 2 === 0 && name !== "");
}

function createError(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`);
  const header = Buffer.from("E\0\0\0\0");
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}

/** Parses messages: the last complete one is ReadyForQuery outside of a transaction. */
function createIdleDetector() {
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
