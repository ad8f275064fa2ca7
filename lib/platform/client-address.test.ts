import { beforeEach, expect, test, vi } from "vitest";
import { env } from "./env";
import { getClientAddress, isTrustedProxy, toAddressGroup } from "./limits";
import { logger } from "./logger";

/** As if it had not been made yet. */
const forget = (name: string) =>
  (globalThis as { __matricula?: Map<string, unknown> }).__matricula?.delete(name);

/** As if nobody had been told yet. */
const forgetTheWarning = () => forget("warned of a proxy");

function trust(...networks: string[]) {
  env.TRUSTED_PROXIES = networks;
  forget("trusted proxies");
}

beforeEach(() => trust());

test.each([
  ["nobody is trusted: the peer", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["no header: the peer", "10.0.0.1", null, "10.0.0.1"],
  ["one proxy: what it saw", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["what a client claims before a proxy is ignored", "10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"],
  ["two proxies", "::1", "6.6.6.6, 198.51.100.1, 10.1.1.1", "198.51.100.1"],
  ["IPv4 in IPv6's clothes", "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["an address with its port", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["an IPv6 address in brackets", "2001:db8:1::2", "[2001:db8:2::7]:443", "2001:db8:2::7"],
  ["nonsense ends the walk", "10.0.0.1", "198.51.100.1, not an address", "10.0.0.1"],
  ["all of them proxies: the outermost", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
  ["an empty header", "10.0.0.1", "", "10.0.0.1"],
  ["a client in IPv6's clothes", "::ffff:203.0.113.9", null, "203.0.113.9"],
  ["no peer: nobody", undefined, "198.51.100.1", ""],
  ["an IPv6 address in brackets, without a port", "2001:db8:1::2", "[2001:db8:2::7]", "2001:db8:2::7"],
  ["a trusted IPv6 proxy before another", "::1", "2001:db8:2::7, 2001:db8:1::9", "2001:db8:2::7"],
  ["an address with its zone", "fe80::1%eth0", null, "fe80::1"],
  ["IPv4 in IPv6's clothes, of two digits", "::ffff:10.20.30.40", "198.51.100.1", "198.51.100.1"],
  ["brackets that end too soon", "10.0.0.1", "[2001:db8:2::7]x", "10.0.0.1"],
  ["brackets that begin too late", "10.0.0.1", "x[2001:db8:2::7]", "10.0.0.1"],
  ["a port that is none", "10.0.0.1", "198.51.100.1:47x", "10.0.0.1"],
  ["an IPv6 address that ends like one of IPv4", "2001:db8::ffff:1.2.3.4", null, "2001:db8::ffff:1.2.3.4"],
  ["words before an address and its port", "10.0.0.1", "x198.51.100.1:47", "10.0.0.1"],
])("client address: %s", (_, peer, forwardedFor, expected) => {
  trust("10.0.0.0/8", "::1", "2001:db8:1::/48");
  expect(getClientAddress(peer, forwardedFor)).toBe(expected);
});

test.each([
  ["198.51.100.1", "198.51.100.1"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:ffff::1", "2001:db8:0:0::/64"],
  ["2001:0db8:0000:0001:1:2:3:4", "2001:db8:0:1::/64"],
  ["::1", "0:0:0:0::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["2001:db8::a:b:c:d:e", "2001:db8:0:a::/64"],
  ["1:2:3::4:5:6:7", "1:2:3:0::/64"],
  ["0:0:0:1:2:3:4:5", "0:0:0:1::/64"],
  ["", ""],
])("limits count %s as %s", (address, expected) => {
  expect(toAddressGroup(address)).toBe(expected);
});

test("X-Forwarded-For counts only from TRUSTED_PROXIES", () => {
  trust("10.9.0.0/16", "2001:db8:9::1");
  const peers = ["10.9.1.1", "::ffff:10.9.1.1", "2001:db8:9::1", "10.8.1.1", "2001:db8:9::2", undefined];
  expect(peers.map((peer) => isTrustedProxy(peer))).toEqual([true, true, true, false, false, false]);
  expect(getClientAddress("10.9.1.1", "198.51.100.1")).toBe("198.51.100.1");
});

test("an unknown proxy is logged once, with its address only when it is private", () => {
  const warned = vi.spyOn(logger, "warn").mockImplementation(() => {});
  forgetTheWarning();
  getClientAddress("10.0.0.7", undefined);
  expect(warned).not.toHaveBeenCalled();
  for (const peer of ["10.0.0.7", "10.0.0.8", "203.0.113.9"]) getClientAddress(peer, "198.51.100.1");
  expect(warned.mock.calls).toEqual([
    [{ add: "TRUSTED_PROXIES=10.0.0.7" }, expect.stringContaining("X-Forwarded-For")],
  ]);

  forgetTheWarning();
  getClientAddress("203.0.113.9", "198.51.100.1");
  expect(warned.mock.calls[1]?.[0]).toEqual({ add: "TRUSTED_PROXIES=<its address>" });
});

// RFC 1122 and 4291 (loopback), RFC 1918 and 4193 (private networks).
test.each([
  ["127.0.0.1", true],
  ["127.255.0.1", true],
  ["10.0.0.1", true],
  ["10.255.0.1", true],
  ["172.16.0.1", true],
  ["172.31.255.1", true],
  ["192.168.255.1", true],
  ["::1", true],
  ["fc00::1", true],
  ["fdff::1", true],
  ["126.0.0.1", false],
  ["11.0.0.1", false],
  ["172.15.255.1", false],
  ["172.32.0.1", false],
  ["192.167.0.1", false],
  ["::2", false],
  ["fe00::1", false],
  ["not an address", false],
])("the log names the untrusted peer %s: %s", (peer, named) => {
  const warned = vi
    .spyOn(logger, "warn")
    .mockClear()
    .mockImplementation(() => {});
  forgetTheWarning();
  getClientAddress(peer, "198.51.100.1");
  const add = named ? `TRUSTED_PROXIES=${peer}` : "TRUSTED_PROXIES=<its address>";
  expect(warned.mock.calls).toEqual([[{ add }, expect.stringContaining("X-Forwarded-For")]]);
});
