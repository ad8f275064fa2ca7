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
  const texts = (name: string) => resolveTexts(resolver, name);
  return Promise.all(
    [checkSpf(domain, texts), checkDkim(domain, texts), checkDmarc(domain, texts)].map(withDnsWarning),
  );
}

type Texts = (name: string) => Promise<string[]>;

async function resolveTexts(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (ABSENT.has((error as { code: string }).code)) return [];
    throw error;
  }
}

/** A DNS failure on this machine is no problem of the domain. */
function withDnsWarning(finding: Promise<CheckResult>): Promise<CheckResult> {
  return finding.catch(({ code, hostname }) =>
    warning(`the name server does not answer for ${hostname} (${code})`, "Ask from a machine that has DNS."),
  );
}

/** Resend's return path is `send.`; otherwise the servers are in the domain's own record. */
async function checkSpf(domain: string, texts: Texts): Promise<CheckResult> {
  const mend = "Add the SPF record that Resend shows for the domain.";
  for (const [name, needed] of [
    [`send.${domain}`, /^v=spf1\s/i],
    [domain, /^v=spf1\s.*\b(amazonses|resend)\.com\b/i],
  ] as const) {
    const records = (await texts(name)).filter((text) => /^v=spf1\b/i.test(text));
    if (records.length > 1) return wrong(`SPF: ${name} has ${records.length} records`, "Leave one.");
    if (records.some((text) => needed.test(text))) return ok(`SPF at ${name}`);
  }
  return wrong(`SPF: neither send.${domain} nor ${domain} lets Resend send`, mend);
}

async function checkDkim(domain: string, texts: Texts): Promise<CheckResult> {
  const name = `resend._domainkey.${domain}`;
  const found = (await texts(name)).some((text) => /(^|;)\s*p=[A-Za-z0-9+/]/.test(text));
  return found
    ? ok(`DKIM at ${name}`)
    : wrong(`DKIM: no key at ${name}`, "Add the DKIM record that Resend shows for the domain.");
}

/** The domain's policy, else that of a parent domain (RFC 7489, section 6.6.3). */
async function checkDmarc(domain: string, texts: Texts): Promise<CheckResult> {
  const labels = domain.split(".");
  for (let from = 0; from < labels.length - 1; from++) {
    const name = `_dmarc.${labels.slice(from).join(".")}`;
    if ((await texts(name)).some((text) => /^v=DMARC1\s*;/i.test(text))) return ok(`DMARC at ${name}`);
  }
  return wrong(
    `DMARC: no policy at _dmarc.${domain}`,
    `Add a TXT record there: v=DMARC1; p=none; rua=mailto:<an address that you read>`,
  );
}
