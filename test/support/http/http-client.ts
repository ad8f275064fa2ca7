import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type ApiError = {
  code: string;
  message: string;
  request_id: string;
  doc_url: string;
  parameter?: string;
  errors?: { field: string; code: string; message: string }[];
};

export type HttpResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Content of a success envelope. */
  data: unknown;
  /** Content of an error envelope. */
  error: ApiError | undefined;
};

export type RequestOptions = {
  headers?: Record<string, string>;
  /** Text or bytes; anything else is sent as JSON. */
  body?: unknown;
  /** Without Content-Length. */
  chunked?: boolean;
  agent?: Agent;
};

/** Sends any request, also a GET with a body, which `fetch` refuses. */
export function sendRequest(
  method: string,
  url: string,
  options: RequestOptions = {},
): Promise<HttpResponse> {
  const { headers, agent, chunked = false } = options;
  const bytes = toBytes(options.body);
  const length = bytes && !chunked ? { "Content-Length": String(bytes.length) } : {};
  const coding = bytes && chunked ? { "Transfer-Encoding": "chunked" } : {};
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers: { ...length, ...coding, ...headers } });
    let hasResponse = false;
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (hasResponse) return; // the response came before the whole request was sent
      // The server closed an idle connection; retry on a new one.
      const isStale = !agent && outgoing.reusedSocket && error.code === "ECONNRESET";
      if (isStale) resolve(sendRequest(method, url, options));
      else reject(error);
    });
    outgoing.on("response", (response) => {
      hasResponse = true;
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          ...parseEnvelope(text),
        });
      });
    });
    outgoing.end(bytes);
  });
}

/** Retries 503 responses, which a busy machine gives some of many requests. */
export async function retryWhileBusy(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await sleep(100);
  }
}

/** Writes raw bytes; returns everything received until the connection closes. */
export function sendRawBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text) => (received += text));
    // A reset may follow the response, if the request was not read completely.
    socket.on("error", (error) => (received === "" ? reject(error) : resolve(received)));
    socket.on("close", () => resolve(received));
    socket.write(bytes);
  });
}

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined) return;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function parseEnvelope(text: string): Pick<HttpResponse, "data" | "error"> {
  try {
    const { data, error } = JSON.parse(text);
    return { data, error };
  } catch {
    return { data: undefined, error: undefined };
  }
}
