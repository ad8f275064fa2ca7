import type { IncomingMessage, ServerResponse } from "node:http";
import { clientAddress } from "@/lib/client-address";

/** Puts into a page's request what Next cannot find out by itself. */
export function judgePageHeaders({ headers, socket }: IncomingMessage) {
  // Pages see no socket: for them the header is the client's address, already judged.
  headers["x-forwarded-for"] = clientAddress(socket.remoteAddress, joined(headers["x-forwarded-for"]));

  // A page with `no-referrer` (its URL is a secret) posts its own form, without JavaScript, as coming
  // from nowhere, and Next refuses that. The browser itself says whence it came: no page can forge it.
  if (headers.origin === "null" && headers["sec-fetch-site"] === "same-origin") {
    headers.origin = `http://${joined(headers["x-forwarded-host"]) ?? headers.host}`;
  }
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
