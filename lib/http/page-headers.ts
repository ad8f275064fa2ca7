import type { IncomingMessage } from "node:http";
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

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(",") : value);
