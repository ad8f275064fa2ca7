import type { IncomingMessage, ServerResponse } from "node:http";
import { splitPath } from "@/lib/i18n/locales";
import { formatSetCookie } from "@/lib/platform/page-request";
import { getPathname } from "./request";

const TRIED = "cookies=tried";

const SECONDS = 60;

/**
 * Checks whether the browser keeps cookies: without them wizard, account and desk redirect in a circle. A
 * page that needs a cookie of the page before, requested without any, is requested once more with one.
 * `useCookies` requests `cookies=tried` itself.
 */
export function checkCookies(
  { method, url = "/", headers }: IncomingMessage,
  outgoing: ServerResponse,
): "refused" | "answered" | undefined {
  if (method !== "GET" || headers.rsc !== undefined) return;
  const redirect = (location: string, cookie?: string) => {
    outgoing.writeHead(303, { Location: location, ...(cookie && { "Set-Cookie": cookie }) }).end();
    return "answered" as const;
  };
  const cleanUrl = removeCookieCheck(url);
  if (cleanUrl !== url) return headers.cookie ? redirect(cleanUrl) : "refused";
  if (headers.cookie || !expectsCookie(getPathname(url), headers.referer)) return;
  const retryUrl = `${url}${url.includes("?") ? "&" : "?"}${TRIED}`;
  return redirect(retryUrl, formatSetCookie("cookie-check", "1", SECONDS));
}

export function removeCookieCheck(url: string): string {
  const path = getPathname(url);
  const query = url.slice(path.length + 1).split("&");
  if (!query.includes(TRIED)) return url;
  const otherParts = query.filter((part) => part !== TRIED).join("&");
  return `${path.replace(/^[/\\]+/, "/")}${otherParts && `?${otherParts}`}`; // with two slashes first it would be another site's
}

function expectsCookie(path: string, referer: string | undefined): boolean {
  if (!referer || !URL.canParse(referer)) return false;
  const [from, to] = [new URL(referer).pathname, path].map((url) => splitPath(url).path) as [string, string];
  // A change of language needs no cookie.
  return from !== to && COOKIE_PATHS.some(([sets, needs]) => sets.test(from) && needs.test(to));
}

const COOKIE_PATHS = [
  [/^\/enroll\/[\w-]+$/, /^\/enroll\/[\w-]+$/],
  [/^\/(sign-in|account)(\/|$)/, /^\/account(\/|$)/],
  [/^\/desk(\/|$)/, /^\/desk(\/|$)/],
] as const;
