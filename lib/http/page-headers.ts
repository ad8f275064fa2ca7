import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "@/lib/client-address";
import { locales } from "@/lib/i18n/locales";
import { localizedPath, PATHNAME, splitPath } from "@/lib/i18n/paths";
import { publicUrl } from "@/lib/school/settings";

/**
 * Puts into a page's request what Next cannot find out by itself, and into its answer what every page
 * has: a content security policy with a nonce of its own, and where the page is in other languages.
 * Next's `proxy.ts` could do it, for a seventh of what a page costs.
 */
export function judgePageHeaders({ headers, socket, url }: IncomingMessage, outgoing: ServerResponse) {
  // Pages see no socket: for them the header is the client's address, already judged.
  headers["x-forwarded-for"] = clientAddress(socket.remoteAddress, joined(headers["x-forwarded-for"]));

  // A page with `no-referrer` (its URL is a secret) posts its own form, without JavaScript, as coming
  // from nowhere, and Next refuses that. The browser itself says whence it came: no page can forge it.
  if (headers.origin === "null" && headers["sec-fetch-site"] === "same-origin") {
    headers.origin = `http://${joined(headers["x-forwarded-host"]) ?? headers.host}`;
  }

  const pathname = (url ?? "/").split("?", 1)[0] as string;
  headers[PATHNAME] = pathname;
  if (isFile(pathname)) return;
  const policy = contentSecurityPolicy(Buffer.from(randomUUID()).toString("base64"));
  headers["content-security-policy"] = policy; // Next takes the nonce for its own scripts from here
  outgoing.setHeader("Content-Security-Policy", policy);
  if (!/^\/docs(\/|$)/.test(pathname)) outgoing.setHeader("Link", alternates(pathname));
}

/**
 * Refuses what another site's page posts to ours, before Next sees it: a form that a family did not open
 * here saves, sends and deletes nothing. Browsers say where a post comes from, and no page can forge it.
 */
export function refuseForeignPost({ method, headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const host = joined(headers["x-forwarded-host"]) ?? headers.host;
  const own = headers.origin
    ? URL.canParse(headers.origin) && new URL(headers.origin).host === host
    : !/^(cross|same)-site$/.test(joined(headers["sec-fetch-site"]) ?? "");
  if (own) return false;
  outgoing.writeHead(403, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  outgoing.end("This was sent from another site, so nothing has been done.\n");
  return true;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);

const isFile = (pathname: string) => pathname.startsWith("/_next/") || /\.\w+$/.test(pathname);

function contentSecurityPolicy(nonce: string): string {
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

/** The same page in every language, for search engines. */
function alternates(pathname: string): string {
  const { path } = splitPath(pathname);
  const url = new URL(publicUrl()); // writes the path so that nothing in it ends the header's brackets
  const to = (locale: (typeof locales)[number], hreflang: string) => {
    url.pathname = localizedPath(locale, path);
    return `<${url.href}>; rel="alternate"; hreflang="${hreflang}"`;
  };
  return [...locales.map((locale) => to(locale, locale)), to(locales[0], "x-default")].join(", ");
}
