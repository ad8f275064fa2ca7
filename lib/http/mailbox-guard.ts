import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { env } from "@/lib/env";
import { splitPath } from "@/lib/i18n/paths";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * Whether the request asks for the mailbox from elsewhere: its messages hold live links, so it shows itself
 * to the machine that it is on, asked by a name of that machine (another site's page can have its own name
 * lead here), with no proxy between, unless `MAILBOX_OPEN` says otherwise.
 */
export function mailboxIsClosed({ url = "", headers, socket }: IncomingMessage): boolean {
  if (env.MAILBOX_OPEN || env.MAIL_TRANSPORT !== "mailbox") return false;
  const { path } = splitPath(decodeURIComponent(url.split("?", 1)[0] as string));
  if (!/^\/+(?:es\/+)?mailbox(?:\/|$)/i.test(path)) return false;
  if (PROXIES_SAY.some((name) => headers[name] !== undefined)) return true;
  const hosts = [headers.host, headers["x-forwarded-host"]].flat().filter((host) => host !== undefined);
  const hops = [headers["x-forwarded-for"] ?? []].flat().flatMap((list) => list.split(","));
  const addresses = [socket.remoteAddress ?? "", ...hops];
  return !(hosts.every(isOwnName) && addresses.every(isLoopback));
}

/** Of a request that came through a proxy, whatever host it asks us by. */
const PROXIES_SAY = ["forwarded", "via", "x-real-ip"];

function isOwnName(host: string): boolean {
  const name = host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
  return name === "localhost" || isLoopback(name);
}

function isLoopback(text: string): boolean {
  const address = text.trim().replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? "ipv6" : "ipv4");
}
