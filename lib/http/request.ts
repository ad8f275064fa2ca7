import type { IncomingMessage, ServerResponse } from "node:http";
import { locales, PATHNAME_HEADER, QUERY_HEADER, splitPath, toLocalizedPath } from "@/lib/i18n/locales";
import { isMailboxToken, isToken } from "@/lib/platform/crypto";
import { createBrowserTokenFromLink, findSandboxByBrowser } from "@/lib/platform/database/read-sandbox";
import { env } from "@/lib/platform/env";
import { getClientAddress, isTrustedProxy } from "@/lib/platform/limits";
import { errorFields, logger } from "@/lib/platform/logger";
import { type CookieName, formatSetCookie, getCookieName, readCookie } from "@/lib/platform/page-request";
import { getSandboxCookieName, SANDBOX_BROWSER_SECONDS, type Sandbox } from "@/lib/platform/sandbox";
import { getPublicUrl } from "@/lib/school/settings";
import { createPagePolicy, POLICY } from "./content-policy";

type Headers = Record<string, string>;

/** For every page and file; the content security policy has a nonce and comes from page-headers.ts. */
const commonHeaders: Headers = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** For addresses that begin so, in any language; what comes later counts. */
const headersByPath: [address: RegExp, headers: Headers][] = [
  // Pages whose content is one person's.
  [
    /^(?:\/(?:ca|en))?\/(?:account-setup|account|sign-in|forgotten-password|desk)(?:\/|$)/i,
    { "X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-store" },
  ],
  // The address of a set-up page, of an invitation and of a form session is a secret.
  [
    /^(?:\/(?:ca|en))?\/(?:account-setup|desk\/invitation|sandbox)(?:\/|$)/i,
    { "Referrer-Policy": "no-referrer" },
  ],
  // Named by their version.
  [/^\/fonts\/.+\.woff2$/i, { "Cache-Control": "public, max-age=31536000, immutable" }],
  [/^\/mailbox\/.+\.html$/i, { "X-Frame-Options": "SAMEORIGIN" }],
];

/** The headers that follow from the address alone: Next would compile and match each of its rules for every request. */
export function setStaticHeaders(pathname: string, outgoing: ServerResponse) {
  const own = headersByPath.filter(([address]) => address.test(pathname)).map(([, headers]) => headers);
  for (const [name, value] of Object.entries(Object.assign({}, commonHeaders, ...own) as Headers))
    outgoing.setHeader(name, value);
}

/**
 * Puts into a page's request what Next cannot find out by itself, and the content security policy of its answer,
 * with a nonce of its own. Next's `proxy.ts` could do it, for a seventh of what a page costs.
 */
export function preparePageHeaders(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers, socket } = incoming;
  const host = getRequestHost(incoming);
  for (const name of FORWARDED) if (!isTrustedProxy(socket.remoteAddress)) delete headers[name];
  // Pages see no socket: for them the header is the client's address, already judged.
  headers["x-forwarded-for"] = getClientAddress(socket.remoteAddress, joined(headers["x-forwarded-for"]));

  // A page with `no-referrer` (its URL is a secret) posts its own form, without JavaScript, as coming
  // from nowhere, and Next refuses that. The browser itself says whence it came: no page can forge it.
  if (headers.origin === "null" && headers["sec-fetch-site"] === "same-origin") {
    headers.origin = `http://${host}`;
  }
  // Next knows the host asked for alone; a post by our public name is ours too (`isCrossSitePost`).
  else if (headers.origin && method === "POST") headers["x-forwarded-host"] = new URL(headers.origin).host;

  setAddressHeaders(incoming, outgoing);
  // Next takes the nonce for its own scripts from here.
  headers[POLICY] = createPagePolicy();
}

/** What follows from a page's address alone. */
export function setAddressHeaders({ headers, url }: IncomingMessage, outgoing: ServerResponse) {
  const pathname = getPathname(url);
  headers[PATHNAME_HEADER] = pathname;
  headers[QUERY_HEADER] = url?.slice(pathname.length) ?? "";
  setStaticHeaders(pathname, outgoing);
}

/**
 * Whether another site's page posts to ours, which Next should not see: a form that a family did not open
 * here saves, sends and deletes nothing. Browsers say where a post comes from, and no page can forge it.
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

/** The same page in every language, for search engines; the documentation has languages of its own. */
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

/** Whether a body follows the request's head. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The largest step is a hundredth of this. */
const PAGE_BODY_LIMIT = 256 * 1024;

/** Our forms have some forty fields, Next's own among them. */
const FIELDS_LIMIT = 200;

/** A form that was read, undefined for what is no form; or why there is none. */
type FormBody = FormData | undefined | "tooLarge" | "malformed" | "gone";

/**
 * Reads a page's whole body and puts it back for Next to read: what Next refuses it leaves on the line,
 * where the connection's next request, perhaps another visitor's, waits behind it.
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
      // In the same turn as the last `read`, so that the stream has not ended yet.
      incoming.unshift(body);
      done(parseForm(incoming, body));
    };
    incoming.on("readable", take).on("close", gone);
    // What came, or ended, before anybody listened is told to nobody.
    if (incoming.destroyed) gone();
    else take();
  });
}

/** A name or an address, and perhaps a port (RFC 9112, section 3.2). */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** Exactly one `Host`, as every request needs since HTTP/1.1: of two, each proxy believes another one. */
export function hasSingleHost({ rawHeaders, headers }: IncomingMessage): boolean {
  return HOST.test(headers.host ?? "") && countOf("host", rawHeaders) === 1;
}

/** HTTP/1.0, which some monitors speak, knows no `Host`; what it asks without one names no host of ours. */
export function isHealthRequestAllowed(incoming: IncomingMessage): boolean {
  return hasSingleHost(incoming) || (incoming.httpVersion === "1.0" && incoming.headers.host === undefined);
}

/**
 * Whether the body is what Node reads of it: in chunks at most, never in a further transfer coding (RFC 9112,
 * section 6.1), and not a part of something (RFC 9110, section 14.5).
 */
export function isReadable({ headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"]?.trim().toLowerCase();
  return (coding === undefined || coding === "chunked") && headers["content-range"] === undefined;
}

/** Whether the body is compressed or otherwise coded, which nothing here undoes (RFC 9110, section 8.4). */
export const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity";

/**
 * The sandbox that a browser works in; undefined for everybody else's, and at the desk, which is the live
 * school's in any browser: a sandbox's clock would judge what staff type in. One whose time is over is refused and
 * not served the live school: what a tester tries must not become a family's. Any browser goes into a sandbox with
 * the link of one of its mails.
 */
export async function getBrowserSandbox(
  { headers, url = "" }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Sandbox | "over" | undefined> {
  if (isLiveOnly(url)) return;
  const token = readCookie(headers.cookie, getSandboxCookieName(isSecure()));
  try {
    if (token !== undefined) return (await findSandboxByBrowser(token)) ?? "over";
    const entered = await createBrowserTokenFromLink(
      splitPath(getPathname(url)).path.split("/").find(isToken) ?? "",
    );
    if (entered === undefined) return;
    outgoing.appendHeader("Set-Cookie", cookie(entered, SANDBOX_BROWSER_SECONDS));
    return await findSandboxByBrowser(entered);
  } catch (error) {
    logger.warn({ error: errorFields(error) }, "a sandbox's browser not looked up");
    return token === undefined ? undefined : "over";
  }
}

/** Forgets the sandbox in the browser that has been refused. */
export const expireSandboxCookie = () => cookie("", 0);

const isSecure = () => getPublicUrl().startsWith("https:");

const COOKIE = "mailbox" satisfies CookieName;

/**
 * What becomes of a request for the mailbox, whose messages hold live links: it opens to whoever brings the token
 * that only the server's owner can read, in the address that `npm start` prints and from then on in a cookie. Where
 * a request comes from proves nothing: a proxy on this machine may say nothing of itself. `MAILBOX_OPEN` wants none.
 *
 * @returns "enters" when the address has the token, "closed" when nothing has it; undefined for any other request
 */
export function checkMailboxAccess({ url = "", headers }: IncomingMessage): "enters" | "closed" | undefined {
  if (env.MAILBOX_OPEN || env.MAIL_TRANSPORT !== "mailbox") return;
  const [asked = "", query] = url.split("?", 2);
  const { path } = splitPath(decodeURIComponent(asked));
  if (!/^\/+(?:es\/+)?mailbox(?:\/|$)/i.test(path)) return;
  if (isMailboxToken(new URLSearchParams(query).get("token"))) return "enters";
  return isMailboxToken(readCookie(headers.cookie, getCookieName(COOKIE, isSecure()))) ? undefined : "closed";
}

/** As long as a message stays in it. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Keeps the token in the browser and takes it out of the address, which others see over a shoulder. */
export function setMailboxCookie({ url = "" }: IncomingMessage, outgoing: ServerResponse) {
  const [asked = "", query] = url.split("?", 2);
  const others = new URLSearchParams(query);
  const token = others.get("token") as string;
  others.delete("token");
  outgoing.writeHead(303, {
    Location: asked.replace(/^\/+/, "/") + (others.size > 0 ? `?${others}` : ""),
    "Set-Cookie": formatSetCookie(COOKIE, token, KEPT_SECONDS, isSecure()),
    "Cache-Control": "no-store",
    "Content-Length": 0,
  });
  outgoing.end();
}

/** What only a proxy of `TRUSTED_PROXIES` may say. */
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

/** The name under which the browser knows this server. */
function getRequestHost({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = isTrustedProxy(socket.remoteAddress) ? joined(headers["x-forwarded-host"]) : undefined;
  return forwarded ?? headers.host;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);

async function parseForm({ headers }: IncomingMessage, body: Buffer<ArrayBuffer>): Promise<FormBody> {
  const type = headers["content-type"] ?? "";
  const [, kind] = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.exec(type) ?? [];
  if (!kind) return;
  // Counted before anything is parsed: a megabyte of the smallest fields takes a hundred megabytes.
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

const cookie = (value: string, seconds: number) =>
  `${getSandboxCookieName(isSecure())}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;
