import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, Server as NetServer, type Socket } from "node:net";
import { routes } from "@/app/api/v1/routes";
import type { RouteModule } from "@/lib/api/handle";
import { createRouter } from "@/lib/api/router";
import { createApiListener, handleMalformedRequests } from "@/lib/http/api-listener";
import { handleHealthRequest } from "@/lib/http/health";
import { createPageListener, type PageListenerOptions, type RequestListener } from "@/lib/http/page-listener";
import { hasSingleHost, isHealthRequestAllowed } from "@/lib/http/request";
import * as openApi from "./app/api/openapi.json/route";
import * as resendWebhook from "./app/api/webhooks/resend/route";

export type RunningServer = {
  port: number;
  /**
   * Stops accepting, lets open requests finish (10 seconds at most), then closes all connections.
   * @param idleMs milliseconds in which an idle connection may send one more request, so that keep-alive clients lose none
   */
  stop: (idleMs?: number) => Promise<void>;
};

/**
 * `/api/` goes to the route handlers, everything else to Next.
 * @param pages Next's request handler; tests of the API omit it
 * @param requestTimeout milliseconds for a whole request with its body
 * @param shouldUpgrade other requests to change the protocol are answered as HTTP
 */
export async function startServer(options: {
  port: number;
  host: string;
  pages?: RequestListener;
  pageOptions?: PageListenerOptions;
  requestTimeout?: number;
  shouldUpgrade?: (incoming: IncomingMessage) => boolean;
}): Promise<RunningServer> {
  const { requestTimeout = 30_000, shouldUpgrade = () => false } = options;
  const api = createApiListener(createRouter([...routes, ...publicRoutes]).answer);
  const pages = createPageListener(options.pages ?? notFound, options.pageOptions);
  let closed: Promise<void> | undefined;
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(10_000, requestTimeout),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false, // the API rejects a missing Host itself, as JSON
      shouldUpgradeCallback: shouldUpgrade, // Next would keep such sockets open forever
    },
    (incoming, outgoing) => {
      // Node discards further data of such a connection: a second request would never be answered.
      if (closed || incoming.headers.upgrade !== undefined) outgoing.shouldKeepAlive = false;
      incoming.url = withoutOrigin(incoming.url ?? "");
      if (isHealthRequestAllowed(incoming) && handleHealthRequest(incoming, outgoing)) return;
      const listener = isApi(incoming.url) || !hasSingleHost(incoming) ? api : pages;
      listener(incoming, outgoing);
    },
  );
  handleMalformedRequests(server);
  const sockets = trackSockets(server);
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

/** Proxies send absolute URLs (RFC 9112, section 3.2.2). */
function withoutOrigin(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*\/?/i, "/");
}

function isApi(path: string): boolean {
  return path.startsWith("/api/") || path === "/api" || path.startsWith("/api?");
}

function notFound(_: IncomingMessage, outgoing: ServerResponse) {
  outgoing.writeHead(404).end();
}

/** Also those that Node no longer counts as connections. */
function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Node's own close ends idle connections at once, while their next request may be on its way. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

async function stop(server: Server, sockets: Set<Socket>, closed: Promise<void>, idleMs: number) {
  const closeIdle = () => {
    server.closeIdleConnections();
    timer = setTimeout(closeIdle, 50); // for connections that become idle
  };
  let timer = setTimeout(closeIdle, idleMs);
  const forceTimer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, idleMs + 10_000);
  await closed;
  clearTimeout(timer);
  clearTimeout(forceTimer);
}

/** Routes without an API key. */
const publicRoutes: readonly RouteModule[] = [openApi, resendWebhook];
