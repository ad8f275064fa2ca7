import { Resolver } from "node:dns/promises";
import { getSenderDomain } from "@/lib/mail/transports";
import { type CheckResult, ok, warning, wrong } from "@/lib/platform/check-result";
import { env } from "@/lib/platform/env";

/** The record does not exist, as opposed to a DNS failure. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/** The DNS records of the sender: SPF, DKIM and DMARC, as Resend requires them. */
export async function checkSenderDns(servers = env.nameServers): Promise<CheckResult[]> {
  const domain = env.MAIL_TRANSPORT === "resend" && getSenderDomain(env.MAIL_FROM ?? "");
  if (!domain) return [];
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const resolve = (name: string) => resolveTexts(resolver, name);
  return Promise.all(
    [checkSpf(domain, resolve), checkDkim(domain, resolve), checkDmarc(domain, resolve)].map(withDnsWarning),
  );
}

type ResolveTexts = (name: string) => Promise<string[]>;

async function resolveTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (ABSENT.has((error as { code: string }).code)) return [];
    throw error;
  }
}

/** A DNS failure on this machine is no problem of the domain. */
function withDnsWarning(check: Promise<CheckResult>): Promise<CheckResult> {
  return check.catch(({ code, hostname }) =>
    warning(`the name server does not answer for ${hostname} (${code})`, "Ask from a machine that has DNS."),
  );
}

/** Resend's return path is `send.`; otherwise the servers are in the domain's own record. */
async function checkSpf(domain: string, resolve: ResolveTexts): Promise<CheckResult> {
  const fix = "Add the SPF record that Resend shows for the domain.";
  for (const [name, pattern] of [
    [`send.${domain}`, /^v=spf1\s/i],
    [domain, /^v=spf1\s.*\b(amazonses|resend)\.com\b/i],
  ] as const) {
    const records = (await resolve(name)).filter((text) => /^v=spf1\b/i.test(text));
    if (records.length > 1) return wrong(`SPF: ${name} has ${records.length} records`, "Leave one.");
    if (records.some((text) => pattern.test(text))) return ok(`SPF at ${name}`);
  }
  return wrong(`SPF: neither send.${domain} nor ${domain} lets Resend send`, fix);
}

async function checkDkim(domain: string, resolve: ResolveTexts): Promise<CheckResult> {
  const name = `resend._domainkey.${domain}`;
  const hasKey = (await resolve(name)).some((text) => /(^|;)\s*p=[A-Za-z0-9+/]/.test(text));
  return hasKey
    ? ok(`DKIM at ${name}`)
    : wrong(`DKIM: no key at ${name}`, "Add the DKIM record that Resend shows for the domain.");
}

/** The domain's policy, else that of a parent domain (RFC 7489, section 6.6.3). */
async function checkDmarc(domain: string, resolve: ResolveTexts): Promise<CheckResult> {
  const labels = domain.split(".");
  for (let start = 0; start < labels.length - 1; start++) {
    const name = `_dmarc.${labels.slice(start).join(".")}`;
    if ((await resolve(name)).some((text) => /^v=DMARC1\s*;/i.test(text))) return ok(`DMARC at ${name}`);
  }
  return wrong(
    `DMARC: no policy at _dmarc.${domain}`,
    `Add a TXT record there: v=DMARC1; p=none; rua=mailto:<an address that you read>`,
  );
}
