import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";

export type ApiError = {
  code: string;
  message: string;
  request_id: string;
  doc_url: string;
  errors?: { field: string; code: string; message: string }[];
};

export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The envelope's `data` of a success. */
  data: unknown;
  /** The envelope's `error` of a refusal. */
  error: ApiError | undefined;
};

export type RequestOptions = {
  headers?: Record<string, string>;
  /** What is not text or bytes is sent as JSON. */
  body?: unknown;
  /** Without Content-Length. */
  chunked?: boolean;
  agent?: Agent;
};

/** Sends a request as curl would, a GET's body included, which `fetch` refuses. */
export function sendRequest(
  method: string,
  url: string,
  sending: RequestOptions = {},
): Promise<HttpResponse> {
  const { headers, agent, chunked = false } = sending;
  const bytes = bytesOf(sending.body);
  const length = bytes && !chunked ? { "Content-Length": String(bytes.length) } : {};
  const coding = bytes && chunked ? { "Transfer-Encoding": "chunked" } : {};
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...length, ...coding, ...headers } });
    let told = false;
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (told) return; // before all of it was sent: what was told counts
      // A kept connection that the server was just giving up: whoever sends again does so on another one.
      const givenUp = !agent && outgoing.reusedSocket && error.code === "ECONNRESET";
      if (givenUp) resolve(sendRequest(method, url, sending));
      else reject(error);
    });
    outgoing.on("response", (response) => {
      told = true;
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ...envelope(text) });
      });
    });
    outgoing.end(bytes);
  });
}

/** Sends as whoever is told to come again (503) does, which a busy machine tells some of many at once. */
export async function retryWhileBusy(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
  }
}

/** Writes bytes to a socket and gives back everything that comes until the other side closes it. */
export function sendRawBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let heard = "";
    socket.setEncoding("utf8");
    socket.on("data", (text) => (heard += text));
    // Whose line is cut before all of it was read hears the answer, and then of the cut.
    socket.on("error", (error) => (heard === "" ? reject(error) : resolve(heard)));
    socket.on("close", () => resolve(heard));
    socket.write(bytes);
  });
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function envelope(text: string): Pick<HttpResponse, "data" | "error"> {
  try {
    const { data, error } = JSON.parse(text);
    return { data, error };
  } catch {
    return { data: undefined, error: undefined };
  }
}
