import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { publicRoutes } from "@/app/api/public-routes";
import { routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/handle";
import { createApiListener, handleMalformedRequests } from "@/lib/http/api-listener";
import { handleHealthRequest } from "@/lib/http/health";
import { createPageListener, type PageListenerOptions, type RequestListener } from "@/lib/http/page-listener";
import { hasSingleHost, isHealthRequestAllowed } from "@/lib/http/request";

export type RunningServer = {
  port: number;
  /**
   * Stops accepting, lets requests in flight finish (10 seconds at most), then closes whatever is left.
   * @param idleMs so long a connection without a request may wait for its next one, which is answered
   *   and ends it: whoever keeps connections alive loses nothing
   */
  stop: (idleMs?: number) => Promise<void>;
};

/**
 * The HTTP server: `/api/` goes straight to the route handlers, everything else to Next.
 *
 * @param pages Next's request handler; the API's own tests run without it
 * @param listening what is done before Next, or in its place
 * @param requestTimeout milliseconds in which a whole request, body included, must have arrived
 * @param upgrades which requests may become another protocol; the others are answered as if they had not asked
 */
export async function startServer(options: {
  port: number;
  host: string;
  pages?: RequestListener;
  listening?: PageListenerOptions;
  requestTimeout?: number;
  upgrades?: (incoming: IncomingMessage) => boolean;
}): Promise<RunningServer> {
  const { requestTimeout = 30_000, upgrades = () => false } = options;
  const api = createApiListener(createRouter([...routes, ...publicRoutes]).answer);
  const pages = createPageListener(options.pages ?? notFound, options.listening);
  let closed: Promise<void> | undefined;
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(10_000, requestTimeout),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false, // the API refuses its absence too, in JSON
      shouldUpgradeCallback: upgrades, // Next takes such sockets and never closes them
    },
    (incoming, outgoing) => {
      // Of what follows such a request in one packet Node reads nothing: nobody shall wait for its answer.
      if (closed || incoming.headers.upgrade !== undefined) outgoing.shouldKeepAlive = false;
      incoming.url = withoutOrigin(incoming.url ?? "");
      if (isHealthRequestAllowed(incoming) && handleHealthRequest(incoming, outgoing)) return;
      const listener = isApi(incoming.url) || !hasSingleHost(incoming) ? api : pages;
      listener(incoming, outgoing);
    },
  );
  handleMalformedRequests(server);
  const sockets = socketsOf(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: (idleMs = 0) => {
      closed ??= close(server);
      return stop(server, sockets, closed, idleMs);
    },
  };
}

/** Proxies send URLs in their absolute form (RFC 9112, section 3.2.2). */
function withoutOrigin(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, "/");
}

function isApi(path: string): boolean {
  return path.startsWith("/api/") || path === "/api" || path.startsWith("/api?");
}

function notFound(_: IncomingMessage, outgoing: ServerResponse) {
  outgoing.writeHead(404).end();
}

/** Every open socket, those too that Node no longer counts among its connections. */
function socketsOf(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** HTTP's own close would cut idle connections at once, where the next request may be on its way. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

async function stop(server: Server, sockets: Set<Socket>, closed: Promise<void>, idleMs: number) {
  const closeIdle = () => {
    server.closeIdleConnections();
    timer = setTimeout(closeIdle, 50); // those that a request in flight leaves idle
  };
  let timer = setTimeout(closeIdle, idleMs);
  const impatient = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, idleMs + 10_000);
  await closed;
  clearTimeout(timer);
  clearTimeout(impatient);
}
