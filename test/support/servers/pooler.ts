import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

type Backend = { socket: Socket; heard?: (bytes: Buffer, free: boolean) => void };

const READY = "Z".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);
const IDLE = "I".charCodeAt(0);

/** PgBouncer refuses other start-up parameters. */
const KNOWN = ["user", "database", "application_name", "client_encoding"];

/** A transaction pooler like PgBouncer: a server session is assigned per transaction. */
export async function startTransactionPooler(target: number) {
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
    client.once("data", (greeting) => {
      const unknown = startUpParameters(greeting).find((name) => !KNOWN.includes(name));
      if (unknown) client.end(refusal(`unsupported startup parameter: ${unknown}`));
    });
    client.on("data", async (bytes) => {
      if (bytes[0] === TERMINATE) return void client.end();
      mine ??= Promise.resolve(take()).then(hear);
      (await mine).socket.write(bytes);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    /** PgBouncer's RECONNECT: new server sessions. */
    forget: () => {
      for (const { socket } of free.splice(0)) socket.destroy();
    },
    port: (server.address() as { port: number }).port,
    close: () => {
      for (const socket of all) socket.destroy();
      server.close();
    },
  };
}

/** Pairs after length and version; the last is empty. */
function startUpParameters(greeting: Buffer): string[] {
  const words = greeting.subarray(8).toString().split("\0");
  return words.filter((name, at) => at % 2 === 0 && name !== "");
}

function refusal(words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${words}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Parses messages: the last complete one is ReadyForQuery outside of a transaction. */
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
