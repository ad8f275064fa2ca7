import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import { env } from "@/lib/platform/env";
import { createSafeLookup, isAllowedDestination, DestinationNotAllowedError } from "./destination";

/** What became of a request: a status, or a code that says why there is none. */
export type PostResult = {
  status: number | null;
  error: string | null;
  /** The first KiB of the answer, fit to be stored. */
  answer: string;
  retryAfter: string | undefined;
};

const READ_BYTES = 16 * 1024;
const KEPT_BYTES = 1024;

type Post = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** For connection, headers and body together. */
  timeOutMs: number;
  /** How names are looked up; the system's way unless given. */
  lookup?: LookupFunction;
};

/**
 * Posts to somebody else's server. No redirect is followed; the address is checked when the connection is made,
 * so that a name cannot lead elsewhere between a look and a connection. Never throws.
 */
export async function postWebhook(request: Post): Promise<PostResult> {
  const signal = AbortSignal.timeout(request.timeOutMs);
  try {
    return await answered(await send(request, signal));
  } catch (error) {
    return {
      status: null,
      error: signal.aborted ? "time_out" : codeOf(error),
      answer: "",
      retryAfter: undefined,
    };
  }
}

function send({ url, headers, body, lookup }: Post, signal: AbortSignal): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = new URL(url);
    if (!isAllowedDestination(address)) throw new DestinationNotAllowedError();
    const secure = address.protocol === "https:";
    const { request } = secure ? https : http;
    const length = { "Content-Length": String(Buffer.byteLength(body)) };
    const all = { "Content-Type": "application/json", "User-Agent": "Matricula", ...length, ...headers };
    // A connection for each: what is kept open has been checked for another request.
    request(url, {
      method: "POST",
      headers: all,
      signal,
      lookup: createSafeLookup(lookup),
      agent: agentFor(secure),
    })
      .on("response", resolve)
      .on("error", reject)
      .on("close", () => reject(new Error("no answer"))) // one that asks for another protocol (101) is none
      .end(body);
  });
}

function agentFor(secure: boolean): http.Agent {
  if (env.WEBHOOK_ALLOW_PRIVATE) return secure ? new https.Agent() : new http.Agent();
  return secure ? new RequestFilteringHttpsAgent() : new RequestFilteringHttpAgent();
}

async function answered(response: http.IncomingMessage): Promise<PostResult> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= READ_BYTES) break; // and with it the connection ends
  }
  return {
    status: response.statusCode ?? null,
    error: null,
    answer: storable(Buffer.concat(chunks).subarray(0, KEPT_BYTES)),
    retryAfter: response.headers["retry-after"],
  };
}

/** PostgreSQL keeps no NUL, and nobody reads other control characters. */
const storable = (bytes: Buffer) => bytes.toString("utf8").replace(/[^\P{Cc}\n\t]/gu, "\ufffd");

function codeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof DestinationNotAllowedError || /not allowed/.test(message)) return "address_not_allowed";
  return code ?? "no_answer";
}
