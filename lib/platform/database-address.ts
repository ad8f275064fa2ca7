import type { ClientConfig } from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s;
/** As the driver has it, all of these believe no certificate that is not for this host: "require" is no weaker. */
const BELIEVED = ["prefer", "require", "verify-ca", "verify-full"];
const TLS_MODES = ["disable", "no-verify", ...BELIEVED];
/** Writes go to one host alone, so that the others are there to take its place. */
const PRIMARY = ["primary", "read-write"];

/** What is wrong with an address, in words; undefined when nothing is. */
export function addressProblem(address: string): string | undefined {
  const hosts = singleAddresses(address);
  if (hosts.length === 0 || !hosts.every((host) => URL.canParse(host)))
    return "must be an address that begins with postgresql://, such as postgresql://user:password@host:5432/name; signs such as @ / # in the password are written %40 %2F %23";
  const options = new URL(hosts[0] as string).searchParams;
  const [mode, wanted] = [options.get("sslmode"), options.get("target_session_attrs")];
  if (mode !== null && !TLS_MODES.includes(mode))
    return `has an sslmode that is none of ${TLS_MODES.join(", ")}`;
  if (wanted !== null && !PRIMARY.includes(wanted))
    return "has a target_session_attrs other than read-write or primary: the service writes";
  return undefined;
}

/** With what a session on each of an address's hosts is begun, in its order. */
export function hostsOf(address: string): ClientConfig[] {
  return singleAddresses(address).map((single) => {
    const url = new URL(single);
    const options = url.searchParams;
    options.delete("target_session_attrs");
    if (BELIEVED.includes(options.get("sslmode") ?? "")) options.set("sslmode", "verify-full");
    if (options.get("sslrootcert") === "system") options.delete("sslrootcert"); // Node's own authorities
    return parseIntoClientConfig(url.href);
  });
}

/** The same for PostgreSQL's own programs, without the password, which stands beside it: arguments are for all to see. */
export function forPrograms(address: string): { address: string; password: string } {
  const [, credentials = "", hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  const [, user = "", password = ""] = /\/\/([^:@]*):?([^@]*)@/.exec(credentials) ?? [];
  const scheme = credentials.slice(0, credentials.indexOf("//") + 2);
  return {
    address: `${scheme}${user && `${user}@`}${hosts}${rest.replace("sslmode=no-verify", "sslmode=require")}`,
    password: decodeURIComponent(password),
  };
}

function singleAddresses(address: string): string[] {
  const [, before = "", hosts = "", after = ""] = PARTS.exec(address) ?? [];
  return before ? hosts.split(",").map((host) => `${before}${host}${after}`) : [];
}
