import { lookup as lookUp } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { env } from "@/lib/platform/env";

/** A refusal to connect. */
export class DestinationNotAllowedError extends Error {}

/**
 * Whether webhooks may go to an address, by its looks: https and its port, or, in its own
 * network, whatever it wants. Where a name leads is checked at each connection.
 */
export function isAllowedDestination(url: URL): boolean {
  if (env.WEBHOOK_ALLOW_PRIVATE) return url.protocol === "https:" || url.protocol === "http:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return (
    url.protocol === "https:" && env.WEBHOOK_PORTS.includes(url.port || "443") && !isIpv4Compatible(host)
  );
}

/** Looks a name up and refuses what the agent lets through; `lookup` is the system's way unless given. */
export const createSafeLookup =
  (lookup: LookupFunction = lookUp): LookupFunction =>
  (name, options, found) =>
    lookup(name, options, (error, address, family) => {
      const addresses = typeof address === "string" ? [address] : (address ?? []).map((one) => one.address);
      const refused = !error && !env.WEBHOOK_ALLOW_PRIVATE && addresses.some(isIpv4Compatible);
      found(refused ? new DestinationNotAllowedError() : error, address, family);
    });

/** `::a.b.c.d`, which once led to a.b.c.d and stands among the public addresses. */
const compatible = new BlockList();
compatible.addSubnet("::", 96, "ipv6");
const isIpv4Compatible = (address: string) => isIPv6(address) && compatible.check(address, "ipv6");
