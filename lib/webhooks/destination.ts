import { lookup as lookUp } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
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

/** `::a.b.c.d`, which once led to a.b.c.d. */
const IPV4_COMPATIBLE = ipaddr.IPv6.parseCIDR("::/96");

/** Names without a dot, and those that public DNS never has (RFC 6761, RFC 6762). */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|internal)$/;

function isPrivate(host: string): boolean {
  if (isIP(host) === 0) return PRIVATE_NAME.test(host);
  const address = ipaddr.process(host);
  return address.range() !== "unicast" || (address instanceof ipaddr.IPv6 && address.match(IPV4_COMPATIBLE));
}
