import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler, ApiRequest, ApiResponse } from "@/lib/api/exchange";
import { handle } from "@/lib/api/handle";
import { AppError } from "@/lib/platform/errors";
import { inTrace, receivedTrace } from "@/lib/platform/trace";
import { trySync, thenSync } from "@/lib/platform/when-ready";
import { hasSingleHost } from "./hosts";
import { hasBody } from "./page-body";
import { isReadable } from "./readable";

/** Hands Node's requests to the API, the body of a GET included (section 4), which Next would drop. */
export function createApiListener(answer: RequestHandler): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    const request = new NodeRequest(incoming);
    // What nobody read is drained, so that it is not taken for the connection's next request.
    if (request.hasBody) outgoing.once("finish", () => incoming.resume());
    const answerer = hasSingleHost(incoming) && isReadable(incoming) ? answer : badRequest.answer;
    void inTrace(receivedTrace(incoming.headers.traceparent), () =>
      trySync(
        () => thenSync(answerer(request), (reply) => write(outgoing, reply)),
        (error) => sendInternalError(request, outgoing, error),
      ),
    );
  };
}

const badRequest = handle({ method: "*", path: "unknown", open: true }, () => {
  throw new AppError("bad_request");
});

function write(outgoing: ServerResponse, { status, headers, body }: ApiResponse) {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

/** A bug in what every answer goes through, or a header that cannot be sent: a 500 while there is time. */
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
      throw new AppError("bad_request"); // the caller went away in the middle of its own body
    }
  }
}
