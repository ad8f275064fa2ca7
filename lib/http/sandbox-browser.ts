import type { IncomingMessage, ServerResponse } from "node:http";
import { splitPath } from "@/lib/i18n/paths";
import { errorFields, logger } from "@/lib/platform/logger";
import { readCookie } from "@/lib/platform/own-cookies";
import { createBrowserTokenFromLink, findSandboxByBrowser } from "@/lib/platform/read-sandbox";
import { SANDBOX_BROWSER_SECONDS, getSandboxCookieName, type Sandbox } from "@/lib/platform/sandbox";
import { isToken } from "@/lib/platform/tokens";
import { getPublicUrl } from "@/lib/school/settings";
import { getPathname } from "./page-headers";

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
    const entered = await createBrowserTokenFromLink(splitPath(getPathname(url)).path.split("/").find(isToken) ?? "");
    if (entered === undefined) return;
    outgoing.appendHeader("Set-Cookie", cookie(entered, SANDBOX_BROWSER_SECONDS));
    return await findSandboxByBrowser(entered);
  } catch (error) {
    logger.warn({ error: errorFields(error) }, "a sandbox's browser not looked up");
    return token === undefined ? undefined : "over";
  }
}

const isLiveOnly = (url: string) =>
  url.startsWith("/sandbox/") || /^\/desk(?:[/?]|$)/.test(splitPath(url).path);

/** Forgets the sandbox in the browser that has been refused. */
export const expireSandboxCookie = () => cookie("", 0);

const cookie = (value: string, seconds: number) =>
  `${getSandboxCookieName(isSecure())}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

const isSecure = () => getPublicUrl().startsWith("https:");
