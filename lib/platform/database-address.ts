import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;
/** As the driver has it, all of these believe no certificate that is not for this host: "require" is no weaker. */
const VERIFIED_TLS_MODES = ["prefer", "require", "verify-ca", "verify-full"];
const TLS_MODES = ["disable", "no-verify", ...VERIFIED_TLS_MODES];

/** What is wrong with an address, in words; undefined when nothing is. */
export function findUrlProblem(address: string): string | undefined {
  if (PARTS.exec(address)?.[2]?.includes(","))
    return "names several hosts: give it one, which your provider or a proxy leads to the primary";
  if (!PARTS.test(address) || !URL.canParse(address))
    return "must be an address that begins with postgresql://, such as postgresql://user:password@host:5432/name; signs such as @ / # in the password are written %40 %2F %23";
  const mode = new URL(address).searchParams.get("sslmode");
  if (mode !== null && !TLS_MODES.includes(mode))
    return `has an sslmode that is none of ${TLS_MODES.join(", ")}`;
  return undefined;
}

/** With what a session is begun. */
export function configOf(address: string): ClientConfig {
  const url = new URL(address);
  const options = url.searchParams;
  options.delete("target_session_attrs"); // what other programs read of the same address
  if (VERIFIED_TLS_MODES.includes(options.get("sslmode") ?? "")) options.set("sslmode", "verify-full");
  if (options.get("sslrootcert") === "system") options.delete("sslrootcert"); // Node's own authorities
  return parseIntoClientConfig(url.href);
}

/** The same for PostgreSQL's own programs, without the password, which stands beside it: arguments are for all to see. */
export function toProgramUrl(address: string): { address: string; password: string } {
  const [, credentials = "", hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  const [, user = "", password = ""] = /\/\/([^:@]*):?([^@]*)@/.exec(credentials) ?? [];
  const scheme = credentials.slice(0, credentials.indexOf("//") + 2);
  return {
    address: `${scheme}${user && `${user}@`}${hosts}${rest.replace("sslmode=no-verify", "sslmode=require")}`,
    password: decodeURIComponent(password),
  };
}
