import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { locales } from "@/lib/i18n/locales";
import { toLocalizedPath, PATHNAME_HEADER, QUERY_HEADER, splitPath } from "@/lib/i18n/paths";
import { getClientAddress, isTrustedProxy } from "@/lib/platform/client-address";
import { env } from "@/lib/platform/env";
import { getPublicUrl } from "@/lib/school/settings";
import { setStaticHeaders } from "./fixed-headers";

/**
 * Puts into a page's request what Next cannot find out by itself, and the content security policy of its answer,
 * with a nonce of its own. Next's `proxy.ts` could do it, for a seventh of what a page costs.
 */
export function preparePageHeaders(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers, socket, url } = incoming;
  const host = getRequestHost(incoming);
  for (const name of FORWARDED) if (!isTrustedProxy(socket.remoteAddress)) delete headers[name];
  // Pages see no socket: for them the header is the client's address, already judged.
  headers["x-forwarded-for"] = getClientAddress(socket.remoteAddress, joined(headers["x-forwarded-for"]));

  // A page with `no-referrer` (its URL is a secret) posts its own form, without JavaScript, as coming
  // from nowhere, and Next refuses that. The browser itself says whence it came: no page can forge it.
  if (headers.origin === "null" && headers["sec-fetch-site"] === "same-origin") {
    headers.origin = `http://${host}`;
  }
  // Next knows the host asked for alone; a post by our public name is ours too (`isForeignPost`).
  else if (headers.origin && method === "POST") headers["x-forwarded-host"] = new URL(headers.origin).host;

  const pathname = getPathname(url);
  headers[PATHNAME_HEADER] = pathname;
  headers[QUERY_HEADER] = url?.slice(pathname.length) ?? "";
  setStaticHeaders(pathname, outgoing);
  // Next takes the nonce for its own scripts from here.
  headers[POLICY] = createContentSecurityPolicy(Buffer.from(randomUUID()).toString("base64"));
}

export const POLICY = "content-security-policy";

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

/** What only a proxy of `TRUSTED_PROXIES` may say. */
const FORWARDED = ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"];

/** The name under which the browser knows this server. */
function getRequestHost({ headers, socket }: IncomingMessage): string | undefined {
  const forwarded = isTrustedProxy(socket.remoteAddress) ? joined(headers["x-forwarded-host"]) : undefined;
  return forwarded ?? headers.host;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);

export const getPathname = (url = "/") => url.split("?", 1)[0] as string;

function createContentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${development ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

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
