import type { IncomingMessage, ServerResponse } from "node:http";
import { splitPath } from "@/lib/i18n/paths";
import { env } from "@/lib/platform/env";
import { isMailboxToken } from "@/lib/platform/mailbox-token";
import { readCookie, getCookieName, type CookieName, formatSetCookie } from "@/lib/platform/own-cookies";
import { getPublicUrl } from "@/lib/school/settings";

const COOKIE = "mailbox" satisfies CookieName;

/** As long as a message stays in it. */
const KEPT_SECONDS = 30 * 24 * 3600;

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

const isSecure = () => getPublicUrl().startsWith("https:");
