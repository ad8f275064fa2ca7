import type { IncomingMessage, ServerResponse } from "node:http";
import { PATHNAME_HEADER, QUERY_HEADER } from "@/lib/i18n/locales";
import { env } from "@/lib/platform/env";
import { getClientAddress, isTrustedProxy } from "@/lib/platform/limits";
import { createPagePolicy, POLICY } from "./content-policy";

type Headers = Record<string, string>;

const commonHeaders: Headers = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** Later rows win. */
const headersByPath: [address: RegExp, headers: Headers][] = [
  [
    /^(?:\/(?:ca|en))?\/(?:account-setup|account|sign-in|forgotten-password|desk)(?:\/|$)/i,
    { "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store" },
  ],
  // The addresses of set-up, invitation and form session are secrets.
  [
    /^(?:\/(?:ca|en))?\/(?:account-setup|desk\/invitation|sandbox)(?:\/|$)/i,
    { "Referrer-Policy": "no-referrer" },
  ],
  [/^\/fonts\/.+\.woff2$/i, { "Cache-Control": "public, max-age=31536000, immutable" }],
  [/^\/mailbox\/.+\.html$/i, { "X-Frame-Options": "SAMEORIGIN" }],
];

/** Next would compile and match its own header rules for every request. */
function setStaticHeaders(pathname: string, outgoing: ServerResponse) {
  const own = headersByPath.filter(([address]) => address.test(pathname)).map(([, headers]) => headers);
  for (const [name, value] of Object.entries(Object.assign({}, commonHeaders, ...own) as Headers))
    outgoing.setHeader(name, value);
}

/** Next's `proxy.ts` could do this, for a seventh of a page's cost. */
export function preparePageHeaders(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers, socket } = incoming;
  const host = getRequestHost(incoming);
  for (const name of FORWARDED) if (!isTrustedProxy(socket.remoteAddress)) delete headers[name];
  // Pages see no socket: this header is the verified client address.
  headers["x-forwarded-for"] = getClientAddress(socket.remoteAddress, join(headers["x-forwarded-for"]));

  // A page with `no-referrer` posts its form without scripts with origin `null`, which Next refuses. Pages cannot
  // forge `Sec-Fetch-Site`.
  if (headers.origin === "null" && headers["sec-fetch-site"] === "same-origin") {
    headers.origin = `http://${host}`;
  }
  // Next compares with the requested host only; posts from our public name are valid too.
  else if (headers.origin && method === "POST") headers["x-forwarded-host"] = new URL(headers.origin).host;

  setAddressHeaders(incoming, outgoing);
  headers[POLICY] = createPagePolicy();
}

export function setAddressHeaders({ headers, url }: IncomingMessage, outgoing: ServerResponse) {
  const pathname = getPathname(url);
  headers[PATHNAME_HEADER] = pathname;
  headers[QUERY_HEADER] = url?.slice(pathname.length) ?? "";
  setStaticHeaders(pathname, outgoing);
}

/** Whether another site posts to ours (CSRF). Pages cannot forge where a post comes from. */
export function isCrossSitePost(incoming: IncomingMessage): boolean {
  const { method, headers } = incoming;
  if (method === "GET" || method === "HEAD") return false;
  const site = join(headers["sec-fetch-site"]) ?? "";
  if (!headers.origin) return /^(cross|same)-site$/.test(site);
  if (headers.origin === "null") return site !== "same-origin";
  if (!URL.canParse(headers.origin)) return true;
  const { host } = new URL(headers.origin);
  return host !== getRequestHost(incoming) && (!env.APP_URL || host !== new URL(env.APP_URL).host);
}

export const getPathname = (url = "/") => url.split("?", 1)[0] as string;

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

const PAGE_BODY_LIMIT = 256 * 1024;

/** Our forms have about forty fields, including Next's. */
const FIELDS_LIMIT = 200;

type FormBody = FormData | undefined | "tooLarge" | "malformed" | "aborted";

/** Reads the whole body and puts it back: Next leaves a body that it refuses, to be parsed as the next request. */
export async function readFormBody(incoming: IncomingMessage, maxBytes = PAGE_BODY_LIMIT): Promise<FormBody> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return "tooLarge";
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (outcome: FormBody | Promise<FormBody>) => {
      incoming.off("readable", readChunks).off("close", abort);
      resolve(outcome);
    };
    const abort = () => finish("aborted");
    const readChunks = () => {
      for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > maxBytes) return finish("tooLarge");
      }
      if (!incoming.complete) return;
      const body = Buffer.concat(chunks);
      // In the same turn as the last `read`: the stream must not have ended.
      incoming.unshift(body);
      finish(parseForm(incoming, body));
    };
    incoming.on("readable", readChunks).on("close", abort);
    // The events may have happened before the listeners were added.
    if (incoming.destroyed) abort();
    else readChunks();
  });
}

/** A name or an address, optionally a port (RFC 9112, section 3.2). */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Exactly one `Host` (HTTP/1.1): with two, proxies disagree about which one counts. */
export function hasSingleHost({ rawHeaders, headers }: IncomingMessage): boolean {
  return HOST.test(headers.host ?? "") && countHeader("host", rawHeaders) === 1;
}

/** HTTP/1.0, which some monitors use, has no `Host`. */
export function isHealthRequestAllowed(incoming: IncomingMessage): boolean {
  return hasSingleHost(incoming) || (incoming.httpVersion === "1.0" && incoming.headers.host === undefined);
}

/** The coding may be chunked (RFC 9112, section 6.1); there is no partial PUT (RFC 9110, section 14.5). */
export function findUnreadableHeader({ headers }: IncomingMessage): string | undefined {
  const coding = headers["transfer-encoding"]?.trim().toLowerCase() ?? "chunked";
  if (coding !== "chunked") return "Transfer-Encoding";
  return headers["content-range"] === undefined ? undefined : "Content-Range";
}

/** Accepted only from `TRUSTED_PROXIES`. */
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

function getRequestHost({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = isTrustedProxy(socket.remoteAddress) ? join(headers["x-forwarded-host"]) : undefined;
  return forwarded ?? headers.host;
}

const join = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);

async function parseForm({ headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<FormBody> {
  const type = headers["content-type"] ?? "";
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.exec(type) ?? [];
  if (!kind) return;
  // A megabyte of the smallest fields takes a hundred megabytes parsed.
  const isMultipart = kind.toLowerCase() === "multipart/form-data";
  const separator = isMultipart ? `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ""}` : "&";
  if (hasMoreThan(FIELDS_LIMIT + (isMultipart ? 1 : -1), separator, body)) return "tooLarge";
  try {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const texts = [...form.values()].filter((value) => typeof value === "string");
    return texts.reduce((sum, text) => sum + text.length, 0) > PAGE_BODY_LIMIT ? "tooLarge" : form;
  } catch {
    return "malformed"; // a TypeError, whatever is wrong
  }
}

function hasMoreThan(limit: number, separator: string, body: Buffer): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length))
    if (++count > limit) return true;
  return false;
}

function countHeader(name: string, rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}
