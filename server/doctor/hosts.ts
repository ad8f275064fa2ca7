import { BlockList, isIP } from "node:net";
import pg from "pg";
import { addresses, directUrl, openSession } from "@/lib/platform/connections";
import { hostsOf } from "@/lib/platform/database-address";
import { patient } from "@/lib/platform/env";
import { type Finding, ok, warning, wrong } from "@/lib/platform/finding";
import { pool } from "@/lib/platform/prisma";

const ANSWER_MS = 3_000;

/** Which of several hosts takes writes; two that do are two databases, of which one loses what it is told. */
export async function checkHosts(): Promise<Finding[]> {
  const all = hostsOf(directUrl());
  if (all.length === 1) return [];
  const names = all.map(({ host, port = 5432 }) => `${host}:${port}`);
  const found = await Promise.all(all.map(standing));
  const which = (wanted: string) => names.filter((_, at) => found[at] === wanted);
  const words = names.map((name, at) => `${name} ${found[at]}`).join(", ");
  const writing = which("takes writes");
  if (writing.length > 1)
    return [wrong(`${words}: families' data parts`, "Stop all but the one that was promoted, at once.")];
  if (writing.length === 0) return [wrong(words, "docs/operations.md, “A standby takes over”.")];
  if (which("is silent").length > 0) return [warning(words, "Bring it back: nothing would take over.")];
  return [ok(words), await promised()];
}

async function standing(config: pg.ClientConfig): Promise<"takes writes" | "stands by" | "is silent"> {
  const mostMs = patient(ANSWER_MS);
  const client = new pg.Client({ ...config, connectionTimeoutMillis: mostMs, query_timeout: mostMs });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
    return rows[0]?.standby ? "stands by" : "takes writes";
  } catch {
    return "is silent";
  } finally {
    await client.end().catch(() => {});
  }
}

/** What a 201 is worth when a standby takes over. */
async function promised(): Promise<Finding> {
  const { rows } = await pool().query<{ names: string; commit: string }>(
    "select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit",
  );
  const { names = "", commit = "" } = rows[0] ?? {};
  if (names !== "" && !["off", "local"].includes(commit))
    return ok("what was answered 201 is on a standby too (synchronous_standby_names)");
  return warning(
    "no standby is waited for: what was answered 201 in the last moment goes with the primary",
    "synchronous_standby_names; docs/operations.md, “A standby takes over”.",
  );
}

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

/** A name without a dot, an address of one's own network or a socket. */
function isNear(host: string): boolean {
  if (isIP(host) === 0) return !host.includes(".") || host.startsWith("/");
  return OWN.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}

/** Whether others could read along, or answer in PostgreSQL's place. */
export async function checkTls(): Promise<Finding[]> {
  const open = addresses()
    .flatMap(hostsOf)
    .filter(({ ssl, host = "localhost" }) => !ssl && !isNear(host));
  if (open.length > 0)
    return [
      warning(
        `what families write travels in the clear to ${open.map(({ host }) => host).join(", ")}`,
        "sslmode=verify-full in the address",
      ),
    ];
  const { ssl } = hostsOf(directUrl())[0] ?? {};
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
