import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { env } from "@/lib/platform/env";
import type { FieldCode } from "@/lib/platform/errors";

export class DestinationNotAllowedError extends Error {}

/**
 * Why a URL is not allowed: it must be https to a public address on an allowed port, or anything with
 * WEBHOOK_ALLOW_PRIVATE. The address that a name resolves to is checked when connecting.
 */
export function findDestinationProblem({ protocol, port, hostname }: URL): FieldCode | undefined {
  if (env.WEBHOOK_ALLOW_PRIVATE) return /^https?:$/.test(protocol) ? undefined : "https_required";
  if (protocol !== "https:") return "https_required";
  if (!env.WEBHOOK_PORTS.includes(port || "443")) return "port_not_allowed";
  return isPrivate(hostname.replace(/^\[|\]$|\.$/g, "")) ? "private_address" : undefined;
}

/**
 * Wraps a resolver and refuses addresses that the filtering agent would allow.
 * @param lookup the system's resolver by default
 */
export const createSafeLookup =
  (lookup: LookupFunction = lookUp): LookupFunction =>
  (name, options, callback) =>
    lookup(name, options, (error, address, family) => {
      const addresses = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
      const isRefused = !error && !env.WEBHOOK_ALLOW_PRIVATE && addresses.some(isPrivate);
      callback(isRefused ? new DestinationNotAllowedError() : error, address, family);
    });

/** Networks that are not public (IANA's special-purpose registries). `::a.b.c.d` once led to a.b.c.d. */
const PRIVATE_NETWORKS = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3"],
  ...["::/96", "fc00::/7", "fe80::/10", "ff00::/8"],
];
const privateNetworks = new BlockList();
for (const network of PRIVATE_NETWORKS) {
  const [address = "", bits] = network.split("/");
  privateNetworks.addSubnet(address, Number(bits), isIPv6(address) ? "ipv6" : "ipv4");
}

/** Names without a dot, and those that public DNS never has (RFC 6761, RFC 6762). */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal)$/;

function isPrivate(host: string): boolean {
  if (isIP(host) === 0) return PRIVATE_NAME.test(host);
  return privateNetworks.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}
