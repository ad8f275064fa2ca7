import type { IncomingMessage } from "node:http";
import { splitPath } from "@/lib/i18n/paths";
import { errorFields, logger } from "@/lib/platform/logger";
import { cookieIn } from "@/lib/platform/own-cookies";
import { worldOfBrowser } from "@/lib/platform/read-sandbox";
import { browserCookie, type World } from "@/lib/platform/worlds";
import { publicUrl } from "@/lib/school/settings";

/**
 * The sandbox that a browser works in; undefined for everybody else's, and at the desk, which is the live
 * school's in any browser: a sandbox's clock would judge what staff type in. One whose time is over is refused and
 * not served the live school: what a tester tries must not become a family's.
 */
export async function sandboxOf({ headers, url = "" }: IncomingMessage): Promise<World | "over" | undefined> {
  const token = cookieIn(headers.cookie, browserCookie(isSecure()));
  if (token === undefined || isOutside(url)) return;
  try {
    return (await worldOfBrowser(token)) ?? "over";
  } catch (error) {
    logger.warn({ error: errorFields(error) }, "a sandbox's browser not looked up");
    return "over";
  }
}

const isOutside = (url: string) =>
  url.startsWith("/sandbox/") || /^\/desk(?:[/?]|$)/.test(splitPath(url).path);

/** Forgets the sandbox in the browser that has been refused. */
export const leaveSandbox = () =>
  `${browserCookie(isSecure())}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

const isSecure = () => publicUrl().startsWith("https:");
