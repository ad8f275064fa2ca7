import type { IncomingMessage, ServerResponse } from "node:http";
import { locales, PATHNAME_HEADER, QUERY_HEADER, splitPath, toLocalizedPath } from "@/lib/i18n/locales";
import { isMailboxToken, isToken } from "@/lib/platform/crypto";
import { createBrowserTokenFromLink, findSandboxByBrowser } from "@/lib/platform/database/read-sandbox";
import { env } from "@/lib/platform/env";
import { getClientAddress, isTrustedProxy } from "@/lib/platform/limits";
import { errorFields, logger } from "@/lib/platform/logger";
import { formatSetCookie, readCookie } from "@/lib/platform/page-request";
import { SANDBOX_BROWSER_SECONDS, type Sandbox } from "@/lib/platform/sandbox";
import { getPublicUrl } from "@/lib/school/settings";
import { createPagePolicy, POLICY } from "./content-policy";

type Headers = Record<string, string>;

/** For every page and file; preparePageHeaders sets the content security policy. */
const commonHeaders: Headers = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** By the beginning of the address, in any language; later rows win. */
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

/** Sets the headers that depend on the address only. Next would compile and match each rule for every request. */
function setStaticHeaders(pathname: string, outgoing: ServerResponse) {
  const own = headersByPath.filter(([address]) => address.test(pathname)).map(([, headers]) => headers);
  for (const [name, value] of Object.entries(Object.assign({}, commonHeaders, ...own) as Headers))
    outgoing.setHeader(name, value);
}

/**
 * Adds the request headers that Next needs, and a content security policy with a nonce to the answer. Next's `proxy.ts`
 * could do this, for a seventh of a page's cost.
 */
export function preparePageHeaders(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers, socket } = incoming;
  const host = getRequestHost(incoming);
  for (const name of FORWARDED) if (!isTrustedProxy(socket.remoteAddress)) delete headers[name];
  // Pages see no socket: this header is the verified client address.
  headers["x-forwarded-for"] = getClientAddress(socket.remoteAddress, joined(headers["x-forwarded-for"]));

  // A page with `no-referrer` (its URL is a secret) posts its form, without scripts, with origin `null`, which Next
  // refuses. `Sec-Fetch-Site` comes from the browser; pages cannot forge it.
  if (headers.origin === "null" && headers["sec-fetch-site"] === "same-origin") {
    headers.origin = `http://${host}`;
  }
  // Next compares with the requested host only; posts from our public name are valid too (`isCrossSitePost`).
  else if (headers.origin && method === "POST") headers["x-forwarded-host"] = new URL(headers.origin).host;

  setAddressHeaders(incoming, outgoing);
  // Next takes the nonce of its scripts from here.
  headers[POLICY] = createPagePolicy();
}

export function setAddressHeaders({ headers, url }: IncomingMessage, outgoing: ServerResponse) {
  const pathname = getPathname(url);
  headers[PATHNAME_HEADER] = pathname;
  headers[QUERY_HEADER] = url?.slice(pathname.length) ?? "";
  setStaticHeaders(pathname, outgoing);
}

/**
 * Whether another site's page posts to ours (CSRF). Browsers say where a post comes from, and pages cannot forge it.
 */
export function isCrossSitePost(incoming: IncomingMessage): boolean {
  const { method, headers } = incoming;
  if (method === "GET" || method === "HEAD") return false;
  const site = joined(headers["sec-fetch-site"]) ?? "";
  if (!headers.origin) return /^(cross|same)-site$/.test(site);
  if (headers.origin === "null") return site !== "same-origin";
  if (!URL.canParse(headers.origin)) return true;
  const { host } = new URL(headers.origin);
  return host !== getRequestHost(incoming) && (!env.APP_URL || host !== new URL(env.APP_URL).host);
}

export const getPathname = (url = "/") => url.split("?", 1)[0] as string;

/** The page in every language, for search engines; the documentation has its own languages. */
export function listAlternateLinks({ url: asked }: IncomingMessage): string[] {
  const { path } = splitPath(getPathname(asked));
  if (/^\/docs(\/|$)/.test(path)) return [];
  const url = new URL(getPublicUrl()); // writes the path so that nothing in it ends the header's brackets
  const to = (locale: (typeof locales)[number], hreflang: string) => {
    url.pathname = toLocalizedPath(locale, path);
    return `<${url.href}>; rel="alternate"; hreflang="${hreflang}"`;
  };
  return [...locales.map((locale) => to(locale, locale)), to(locales[0], "x-default")];
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** A hundred times the largest step. */
const PAGE_BODY_LIMIT = 256 * 1024;

/** Our forms have about forty fields, including Next's. */
const FIELDS_LIMIT = 200;

/** The parsed form, undefined for another type of body, or why it cannot be parsed. */
type FormBody = FormData | undefined | "tooLarge" | "malformed" | "gone";

/**
 * Reads a page's whole body and puts it back for Next. Next leaves a body that it refuses on the connection, where it
 * would be parsed as the next request.
 */
export async function readFormBody(incoming: IncomingMessage, most = PAGE_BODY_LIMIT): Promise<FormBody> {
  if (Number(incoming.headers["content-length"] ?? 0) > most) return "tooLarge";
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const done = (outcome: FormBody | Promise<FormBody>) => {
      incoming.off("readable", take).off("close", gone);
      resolve(outcome);
    };
    const gone = () => done("gone");
    const take = () => {
      for (let chunk = incoming.read(); chunk !== null; chunk = incoming.read()) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > most) return done("tooLarge");
      }
      if (!incoming.complete) return;
      const body = Buffer.concat(chunks);
      // In the same turn as the last `read`: the stream must not have ended.
      incoming.unshift(body);
      done(parseForm(incoming, body));
    };
    incoming.on("readable", take).on("close", gone);
    // The events may have happened before the listeners were added.
    if (incoming.destroyed) gone();
    else take();
  });
}

/** A name or an address, optionally a port (RFC 9112, section 3.2). */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Exactly one `Host` (HTTP/1.1): with two, proxies disagree about which one counts. */
export function hasSingleHost({ rawHeaders, headers }: IncomingMessage): boolean {
  return HOST.test(headers.host ?? "") && countOf("host", rawHeaders) === 1;
}

/** HTTP/1.0, which some monitors use, has no `Host`. */
export function isHealthRequestAllowed(incoming: IncomingMessage): boolean {
  return hasSingleHost(incoming) || (incoming.httpVersion === "1.0" && incoming.headers.host === undefined);
}

/**
 * Whether Node can parse the body: at most chunked, no other transfer coding (RFC 9112, section 6.1), and not a partial
 * PUT (RFC 9110, section 14.5).
 */
export function isReadable({ headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"]?.trim().toLowerCase();
  return (coding === undefined || coding === "chunked") && headers["content-range"] === undefined;
}

/** Whether the body has a content coding (RFC 9110, section 8.4); none is supported. */
export const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity";

/**
 * The browser's sandbox; undefined for others and at the desk, which always is the live school's. An expired sandbox is
 * refused instead of served live: test input must not become a family's. The link in a sandbox's mail selects the
 * sandbox in any browser.
 */
export async function getBrowserSandbox(
  { headers, url = "" }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Sandbox | "over" | undefined> {
  if (isLiveOnly(url)) return;
  const token = readCookie(headers.cookie, "matricula_sandbox");
  try {
    if (token !== undefined) return (await findSandboxByBrowser(token)) ?? "over";
    const entered = await createBrowserTokenFromLink(
      splitPath(getPathname(url)).path.split("/").find(isToken) ?? "",
    );
    if (entered === undefined) return;
    outgoing.appendHeader(
      "Set-Cookie",
      formatSetCookie("matricula_sandbox", entered, SANDBOX_BROWSER_SECONDS),
    );
    return await findSandboxByBrowser(entered);
  } catch (error) {
    logger.warn({ error: errorFields(error) }, "a sandbox's browser not looked up");
    return token === undefined ? undefined : "over";
  }
}

/**
 * Whether a request may open the mailbox, whose messages have active links. It needs the token that only the server's
 * owner can read: in the address that `npm start` prints, later in a cookie. The client address proves nothing, because
 * a local proxy may hide it. With `MAILBOX_OPEN` no token is needed.
 * @returns "enters" when the address has the token, "closed" without it; undefined for other requests
 */
export function checkMailboxAccess({ url = "", headers }: IncomingMessage): "enters" | "closed" | undefined {
  if (env.MAILBOX_OPEN || env.MAIL_TRANSPORT !== "mailbox") return;
  const [asked = "", query] = url.split("?", 2);
  const { path } = splitPath(decodeURIComponent(asked));
  if (!/^\/+(?:es\/+)?mailbox(?:\/|$)/i.test(path)) return;
  if (isMailboxToken(new URLSearchParams(query).get("token"))) return "enters";
  return isMailboxToken(readCookie(headers.cookie, "mailbox")) ? undefined : "closed";
}

/** As long as messages stay in the mailbox. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Stores the token in a cookie and removes it from the address, which others may see. */
export function setMailboxCookie({ url = "" }: IncomingMessage, outgoing: ServerResponse) {
  const [asked = "", query] = url.split("?", 2);
  const others = new URLSearchParams(query);
  const token = others.get("token") as string;
  others.delete("token");
  outgoing.writeHead(303, {
    Location: asked.replace(/^\/+/, "/") + (others.size > 0 ? `?${others}` : ""),
    "Set-Cookie": formatSetCookie("mailbox", token, KEPT_SECONDS),
    "Cache-Control": "no-store",
    "Content-Length": 0,
  });
  outgoing.end();
}

/** Accepted only from `TRUSTED_PROXIES`. */
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

function getRequestHost({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = isTrustedProxy(socket.remoteAddress) ? joined(headers["x-forwarded-host"]) : undefined;
  return forwarded ?? headers.host;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);

async function parseForm({ headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<FormBody> {
  const type = headers["content-type"] ?? "";
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.exec(type) ?? [];
  if (!kind) return;
  // Count before parsing: a megabyte of the smallest fields takes a hundred megabytes.
  const isMultipart = kind.toLowerCase() === "multipart/form-data";
  const separator = isMultipart ? `--${/boundary="?([^";]+)/i.exec(type)?.[1] ?? ""}` : "&";
  if (hasMoreThan(FIELDS_LIMIT + (isMultipart ? 1 : -1), separator, body)) return "tooLarge";
  try {
    const form = await new Response(body, { headers: { "content-type": type } }).formData();
    const texts = [...form.values()].filter((value) => typeof value === "string");
    return texts.reduce((sum, text) => sum + text.length, 0) > PAGE_BODY_LIMIT ? "tooLarge" : form;
  } catch {
    return "malformed"; // no boundary, no parts, or none that end: a TypeError whatever it is
  }
}

function hasMoreThan(limit: number, separator: string, body: Buffer): boolean {
  let count = 0;
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + separator.length))
    if (++count > limit) return true;
  return false;
}

function countOf(name: string, rawHeaders: string[]): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] as string;
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count;
}

const isLiveOnly = (url: string) =>
  url.startsWith("/sandbox/") || /^\/desk(?:[/?]|$)/.test(splitPath(url).path);
