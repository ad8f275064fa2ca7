import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { ApiResponse } from "@/lib/api/exchange";
import { logRequest } from "@/lib/api/observe";
import { createRequestId } from "@/lib/api/request-id";
import { createErrorResponse } from "@/lib/api/responses";
import { AppError } from "@/lib/platform/errors";

/** Answers what Node keeps from every listener: bytes that are no HTTP, late ones, `CONNECT`, other `Expect`s. */
export function handleMalformedRequests(server: Server) {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    closeSocket(socket, createRawResponse(STATUS_OF[error.code as string] ?? 400));
  });
  server.on("connect", (_, socket) => closeSocket(socket, createRawResponse(405)));
  server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, headers, body } = createRawResponse(417, incoming.headers["accept-language"]);
    outgoing.writeHead(status, [...headers, "Connection", "close"]).end(body);
  });
}

const STATUS_OF: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The one error shape; its code is that of 400 or 405, its status says more. */
function createRawResponse(status: number, language?: string): ApiResponse {
  const started = performance.now();
  const requestId = createRequestId();
  const failure =
    status === 405
      ? new AppError("method_not_allowed", [], ["Allow", "GET, HEAD, POST, OPTIONS"])
      : new AppError("bad_request");
  const reply = createErrorResponse(failure, language, requestId, ["X-Request-Id", requestId]);
  const [endpoint, key] = [{ path: "none" }, undefined];
  logRequest({ endpoint, method: "none", requestId, key, status, started, failure, code: failure.code });
  return { ...reply, status };
}

function closeSocket(socket: Duplex, { status, headers, body }: ApiResponse) {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}`] : []));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "Connection: close", "", ""];
  socket.end(head.join("\r\n") + Buffer.from(body ?? "").toString());
}
