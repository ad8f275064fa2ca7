import { BlockList, isIP, isIPv6 } from "node:net";
import { env } from "./env";
import { logger } from "./logger";
import { singleton } from "./singleton";

/**
 * Who a request comes from. `X-Forwarded-For` counts only as far as proxies of `TRUSTED_PROXIES`
 * wrote it: read from the right, the first address that is no trusted proxy is the client.
 *
 * @param peer the connection's other end
 * @param forwardedFor the request's `X-Forwarded-For`, several headers joined by commas
 */
export function getClientAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  trusted: BlockList = trustedProxies(),
): string {
  let address = normaliseAddress(peer ?? "");
  if (forwardedFor && !isTrusted(address, trusted)) warnAboutUntrustedProxy(address);
  const hops = (forwardedFor ?? "").split(",").map((hop) => normaliseAddress(hop.trim()));
  while (isTrusted(address, trusted)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) return address;
    address = hop;
  }
  return address;
}

/** Whether what the connection's other end says of others counts. */
export function isTrustedProxy(peer: string | undefined): boolean {
  return isTrusted(normaliseAddress(peer ?? ""), trustedProxies());
}

/** Everybody behind a proxy that nobody named counts as one. A stranger's own address is nobody's business. */
function warnAboutUntrustedProxy(peer: string) {
  const line = isPrivateAddress(peer) ? `TRUSTED_PROXIES=${peer}` : "TRUSTED_PROXIES=<its address>";
  singleton(
    "warned of a proxy",
    () =>
      logger.warn(
        { add: line },
        "X-Forwarded-For comes from a peer that TRUSTED_PROXIES does not name: limits count by the proxy",
      ) ?? true,
  );
}

/** Addresses of a machine or network of one's own. */
function isPrivateAddress(address: string): boolean {
  const own = createBlockList([
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1",
    "fc00::/7",
  ]);
  return isTrusted(address, own);
}

/** What limits count by: an IPv6 address's /64, since one customer owns as many addresses as that. */
export function toAddressGroup(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/** The addresses and networks of a list such as `10.0.0.0/8`, `::1`. */
export function createBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const trustedProxies = () => singleton("trusted proxies", () => createBlockList(env.TRUSTED_PROXIES));

function isTrusted(address: string, trusted: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && trusted.check(address, family === 6 ? "ipv6" : "ipv4");
}

/** Without port, brackets, zone, or the prefix of an IPv4 address in IPv6's clothes. */
function normaliseAddress(text: string): string {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "");
}
