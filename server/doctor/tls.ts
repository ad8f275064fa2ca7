import { BlockList, isIP } from "node:net";
import { type CheckResult, ok, warning } from "@/lib/platform/check-result";
import { getDirectUrl, listDatabaseUrls, openSession } from "@/lib/platform/database/connections";
import { parseDatabaseUrl } from "@/lib/platform/env";

const OWN = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  OWN.addSubnet(network, bits);
for (const [network, bits] of [
  ["::1", 128],
  ["fc00::", 7],
] as const)
  OWN.addSubnet(network, bits, "ipv6");

/** A name without a dot, a private address or a socket. */
function isPrivateHost(host: string): boolean {
  if (isIP(host) === 0) return !host.includes(".") || host.startsWith("/");
  return OWN.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

/** Whether the connection is encrypted and the server's certificate verified. */
export async function checkTls(): Promise<CheckResult[]> {
  const open = listDatabaseUrls()
    .map(parseDatabaseUrl)
    .filter(({ ssl, host = "localhost" }) => !ssl && !isPrivateHost(host));
  if (open.length > 0)
    return [
      warning(
        `what families write travels in the clear to ${open.map(({ host }) => host).join(", ")}`,
        "sslmode=verify-full in the address",
      ),
    ];
  const { ssl } = parseDatabaseUrl(getDirectUrl());
  if (!ssl) return [ok("none, and none needed on this machine or network")];
  const session = await openSession();
  const { rows } = await session
    .query<{ version: string }>("select version from pg_stat_ssl where pid = pg_backend_pid()")
    .finally(() => session.end());
  const version = rows[0]?.version;
  if (typeof ssl === "object" && ssl.rejectUnauthorized === false)
    return [
      warning(
        `${version}, with whoever answers (sslmode=no-verify)`,
        "sslmode=verify-full&sslrootcert=/path/ca.pem in the address",
      ),
    ];
  return [ok(`${version}, with the host that its certificate names`)];
}
