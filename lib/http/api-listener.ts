import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answerer, ApiRequest, Reply } from "@/lib/api/exchange";
import { handle } from "@/lib/api/handle";
import { AppError } from "@/lib/errors";

/** Hands Node's requests to the API, the body of a GET included (section 4), which Next would drop. */
export function apiListener(
  answer: Answerer,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    const request = new NodeRequest(incoming);
    // What nobody read is drained, so that it is not taken for the connection's next request.
    if (request.hasBody) outgoing.once("finish", () => incoming.resume());
    write(
      outgoing,
      await (HOST.test(incoming.headers.host ?? "") ? answer(request) : badRequest.answer(request)),
    );
  };
}

/** A name or an address, and perhaps a port (RFC 9112, section 3.2). */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const badRequest = handle({ path: "unknown", open: true }, () => {
  throw new AppError("bad_request");
});

function write(outgoing: ServerResponse, { status, headers, body }: Reply) {
  outgoing.writeHead(status, headers);
  outgoing.end(body);
}

class NodeRequest implements ApiRequest {
  readonly #incoming: IncomingMessage;
  readonly hasBody: boolean;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
    const { headers } = incoming;
    this.hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  }

  get method(): string {
    return this.#incoming.method ?? "GET";
  }

  get target(): string {
    const target = this.#incoming.url ?? "/";
    return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/]*/i, "");
  }

  get peer(): string | undefined {
    return this.#incoming.socket.remoteAddress;
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
