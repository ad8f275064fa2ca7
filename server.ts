import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { openRoutes } from "@/app/api/open-routes";
import { routes } from "@/app/api/v1/routes";
import { dispatch } from "@/lib/api/dispatch";
import { apiListener } from "@/lib/http/api-listener";
import { answerHealth } from "@/lib/http/health";
import { judgePageHeaders, refuseForeignPost } from "@/lib/http/page-headers";
import { withPageStatus } from "@/lib/page-answer";

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export type Running = {
  port: number;
  /** Stops accepting, lets requests in flight finish (10 seconds at most), then closes. */
  stop: () => Promise<void>;
};

/**
 * The HTTP server: `/api/` goes straight to the route handlers, everything else to Next.
 *
 * @param pages Next's request handler; the API's own tests run without it
 * @param requestTimeout milliseconds in which a whole request, body included, must have arrived
 */
export async function startServer(options: {
  port: number;
  host: string;
  pages?: Listener;
  requestTimeout?: number;
}): Promise<Running> {
  const { requestTimeout = 30_000 } = options;
  const api = apiListener(dispatch({ ...routes, ...openRoutes }).answer);
  const pages = withPageStatus(options.pages ?? notFound);
  const server = createServer(
    {
      requestTimeout,
      headersTimeout: Math.min(10_000, requestTimeout),
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 2_000,
      requireHostHeader: false, // the API refuses its absence too, in JSON
    },
    (incoming, outgoing) => {
      if (isApi(incoming.url ?? "") || !incoming.headers.host) return api(incoming, outgoing);
      if (answerHealth(incoming, outgoing)) return;
      judgePageHeaders(incoming, outgoing);
      if (refuseForeignPost(incoming, outgoing)) return;
      pages(incoming, outgoing);
    },
  );
  server.on("clientError", refuseConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server) };
}

/** Also of a URL in its absolute form, which proxies send (RFC 9112, section 3.2.2). */
function isApi(target: string): boolean {
  const url = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/]*/i, "");
  return url.startsWith("/api/") || url === "/api" || url.startsWith("/api?");
}

function notFound(_: IncomingMessage, outgoing: ServerResponse) {
  outgoing.writeHead(404).end();
}

/** What is not HTTP, or arrives too slowly, is told so in the API's own shape before the line is cut. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
  const [status, reason] = {
    HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
    ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
  }[error.code as string] ?? [400, "Bad Request"];
  const body = JSON.stringify({ status: "error", error: { code: "bad_request", message: reason } });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

async function stop(server: Server) {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatient = setTimeout(() => server.closeAllConnections(), 10_000);
  await closed;
  clearTimeout(impatient);
}
