import { isIP } from "node:net";
import { type CheckResult, ok, warning } from "@/lib/platform/check-result";
import { getDirectUrl, listDatabaseUrls, openSession } from "@/lib/platform/database/connections";
import { parseDatabaseUrl } from "@/lib/platform/env";
import { isPrivateAddress } from "@/lib/platform/limits";

/** A name without a dot, a private address or a socket. */
const isPrivateHost = (host: string) =>
  isIP(host) === 0 ? !host.includes(".") || host.startsWith("/") : isPrivateAddress(host);

/** Whether the connection is encrypted and the server's certificate verified. */
export async function checkTls(): Promise<CheckResult> {
  const unencrypted = listDatabaseUrls()
    .map(parseDatabaseUrl)
    .filter(({ ssl, host = "localhost" }) => !ssl && !isPrivateHost(host));
  if (unencrypted.length > 0)
    return warning(
      `what families write travels in the clear to ${unencrypted.map(({ host }) => host).join(", ")}`,
      "sslmode=verify-full in the address",
    );
  const { ssl } = parseDatabaseUrl(getDirectUrl());
  if (!ssl) return ok("none, and none needed on this machine or network");
  const session = await openSession();
  const { rows } = await session
    .query<{ version: string }>("select version from pg_stat_ssl where pid = pg_backend_pid()")
    .finally(() => session.end());
  const version = rows[0]?.version;
  if (typeof ssl === "object" && ssl.rejectUnauthorized === false)
    return warning(
      `${version}, with whoever answers (sslmode=no-verify)`,
      "sslmode=verify-full&sslrootcert=/path/ca.pem in the address",
    );
  return ok(`${version}, with the host that its certificate names`);
}
