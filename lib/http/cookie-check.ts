import type { IncomingMessage, ServerResponse } from "node:http";
import { splitPath } from "@/lib/i18n/locales";
import { formatSetCookie } from "@/lib/platform/page-request";
import { getPublicUrl } from "@/lib/school/settings";
import { getPathname } from "./request";

/** In the address of a page that is asked for once more, after a cookie was set. */
const TRIED = "cookies=tried";

const SECONDS = 60;

/**
 * Finds out whether a browser keeps cookies, where a form, an account and the desk would otherwise lead back and forth:
 * a page to which another one of theirs has led, asked for without any cookie, is asked for again with one. A page's
 * script that knows it already asks with `cookies=tried` (`useCookies`).
 *
 * @returns `refused` where no cookie came back, `answered` where the browser is on its way again
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
  return leadTo(again, formatSetCookie("cookie-check", "1", SECONDS, isSecure()));
}

/** The address that was meant, where a browser was to show that it keeps cookies. */
export function withoutTried(url: string): string {
  const path = getPathname(url);
  const query = url.slice(path.length + 1).split("&");
  if (!query.includes(TRIED)) return url;
  const others = query.filter((part) => part !== TRIED).join("&");
  return `${path.replace(/^[/\\]+/, "/")}${others && `?${others}`}`; // with two slashes first it would be another site's
}

/** Whether a page was reached from one that gives a cookie to whoever goes on from there. */
function expectsCookie(path: string, referer: string | undefined): boolean {
  if (!referer || !URL.canParse(referer)) return false;
  const [from, to] = [new URL(referer).pathname, path].map((one) => splitPath(one).path) as [string, string];
  // The same page in another language needs no more than it did before.
  return from !== to && ways.some(([gives, needs]) => gives.test(from) && needs.test(to));
}

const ways = [
  [/^\/enroll\/[\w-]+$/, /^\/enroll\/[\w-]+$/],
  [/^\/(sign-in|account)(\/|$)/, /^\/account(\/|$)/],
  [/^\/desk(\/|$)/, /^\/desk(\/|$)/],
] as const;

const isSecure = () => getPublicUrl().startsWith("https:");
