import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { handle } from "@/lib/api/handle";
import { type ApiRequest, type ApiResponse, createRequestId, type RequestHandler } from "@/lib/api/request";
import { logRequest } from "@/lib/api/request-log";
import { createErrorResponse } from "@/lib/api/responses";
import { AppError } from "@/lib/platform/errors";
import { inTrace, parseTrace } from "@/lib/platform/trace";
import { thenSync, trySync } from "@/lib/platform/when-ready";
import { findUnreadableHeader, hasBody, hasSingleHost } from "./request";

/** Passes Node's requests to the API, including the body of a GET (section 4), which Next would drop. */
export function createApiListener(
  answer: RequestHandler,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const request = new NodeRequest(incoming);
    // Drain an unread body; otherwise it is parsed as the connection's next request.
    if (request.hasBody) outgoing.once("finish", () => incoming.resume());
    const wrongHeader = hasSingleHost(incoming) ? findUnreadableHeader(incoming) : "Host";
    const handler = wrongHeader ? createBadRequest(wrongHeader) : answer;
    void inTrace(parseTrace(incoming.headers.traceparent), () =>
      trySync(
        () => thenSync(handler(request), (reply) => write(outgoing, reply)),
        (error) => sendInternalError(request, outgoing, error),
      ),
    );
  };
}

/**
 * Answers the requests that Node rejects before any listener: malformed bytes, timeouts, `CONNECT`, other `Expect`s.
 */
export function handleMalformedRequests(server: Server) {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    closeSocket(socket, createRawResponse(STATUS_BY_ERROR[error.code as string] ?? 400));
  });
  server.on("connect", (_, socket) => closeSocket(socket, createRawResponse(405)));
  server.on("checkExpectation", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, headers, body } = createRawResponse(417, incoming.headers["accept-language"]);
    outgoing.writeHead(status, [...headers, "Connection", "close"]).end(body);
  });
}

const createBadRequest = (header: string) =>
  handle({ method: "*", path: "unknown", open: true }, () => {
    throw new AppError("bad_request", [], [], { header });
  }).answer;

function write(outgoing: ServerResponse, { status, headers, body }: ApiResponse) {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** Answers 500 after an unexpected error, such as an invalid header, unless an answer has begun. */
async function sendInternalError(request: ApiRequest, outgoing: ServerResponse, error: unknown) {
  const failed = handle({ method: "*", path: "unknown", open: true }, () => {
    throw error;
  });
  const reply = await failed.answer(request);
  if (outgoing.headersSent) outgoing.destroy();
  else write(outgoing, reply);
}

class NodeRequest implements ApiRequest {
  readonly #incoming: IncomingMessage;
  readonly hasBody: boolean;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    this.hasBody = hasBody(incoming);
  }

  get method(): string {
    return this.#incoming.method ?? "GET";
  }

  get target(): string {
    return this.#incoming.url ?? "/";
  }

  get peer(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get connection(): object {
    return this.#incoming.socket;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  async *body(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#incoming.iterator({ destroyOnReturn: false });
    } catch {
      throw new AppError("bad_request"); // the client closed the connection within the body
    }
  }
}

const STATUS_BY_ERROR: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** The API's error shape with the code of 400 or 405; the status may be more specific. */
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
  const lines = headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "Connection: close", "", ""];
  socket.end(head.join("\r\n") + Buffer.from(body ?? "").toString());
}
