import type { IncomingMessage, ServerResponse } from "node:http";
import { splitPath } from "@/lib/i18n/locales";
import { formatSetCookie } from "@/lib/platform/page-request";
import { getPathname } from "./request";

/** Query parameter of a page requested a second time, after a cookie was set. */
const TRIED = "cookies=tried";

const SECONDS = 60;

/**
 * Checks whether the browser keeps cookies: without them wizard, account and desk redirect in a circle. A page that was
 * reached from one that sets a cookie, requested without cookies, is requested once more with one. `useCookies`
 * requests `cookies=tried` itself.
 * @returns `refused` when no cookie came back, `answered` when a redirect was sent
 */
export function checkCookies(
  { method, url = "/", headers }: IncomingMessage,
  outgoing: ServerResponse,
): "refused" | "answered" | undefined {
  if (method !== "GET" || headers.rsc !== undefined) return;
  const leadTo = (location: string, cookie?: string) => {
    outgoing.writeHead(303, { Location: location, ...(cookie && { "Set-Cookie": cookie }) }).end();
    return "answered" as const;
  };
  const untried = withoutTried(url);
  if (untried !== url) return headers.cookie ? leadTo(untried) : "refused";
  if (headers.cookie || !expectsCookie(getPathname(url), headers.referer)) return;
  const again = `${url}${url.includes("?") ? "&" : "?"}${TRIED}`;
  return leadTo(again, formatSetCookie("cookie-check", "1", SECONDS));
}

export function withoutTried(url: string): string {
  const path = getPathname(url);
  const query = url.slice(path.length + 1).split("&");
  if (!query.includes(TRIED)) return url;
  const others = query.filter((part) => part !== TRIED).join("&");
  return `${path.replace(/^[/\\]+/, "/")}${others && `?${others}`}`; // with two slashes first it would be another site's
}

function expectsCookie(path: string, referer: string | undefined): boolean {
  if (!referer || !URL.canParse(referer)) return false;
  const [from, to] = [new URL(referer).pathname, path].map((one) => splitPath(one).path) as [string, string];
  // A change of language needs no cookie.
  return from !== to && ways.some(([gives, needs]) => gives.test(from) && needs.test(to));
}

const ways = [
  [/^\/enroll\/[\w-]+$/, /^\/enroll\/[\w-]+$/],
  [/^\/(sign-in|account)(\/|$)/, /^\/account(\/|$)/],
  [/^\/desk(\/|$)/, /^\/desk(\/|$)/],
] as const;
