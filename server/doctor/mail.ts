import { getMailInterruption, getMailSuspension } from "@/lib/mail/pause";
import { getSenderDomain, resendClient } from "@/lib/mail/transports";
import { type CheckResult, ok, warning, wrong } from "@/lib/platform/check-result";
import { env } from "@/lib/platform/env";

/** Whether Resend accepts the key, the sender's domain is verified, and sending is not suspended. */
export async function checkMail(): Promise<CheckResult[]> {
  if (env.MAIL_TRANSPORT === "mailbox") return [ok("e-mails stay in the mailbox (MAIL_TRANSPORT=mailbox)")];
  if (!env.RESEND_API_KEY) return []; // reported by the configuration check
  const domain = getSenderDomain(env.MAIL_FROM ?? "");
  if (!domain) return [wrong("MAIL_FROM holds no address", "MAIL_FROM='School <no-reply@school.example>'")];
  return checkResend(domain);
}

async function checkResend(domain: string): Promise<CheckResult[]> {
  const { data, error } = await resendClient().domains.list({ limit: 100 });
  if (!error) return [ok("Resend takes the key"), checkDomain(domain, data.data)];
  const code = error.statusCode ? `${error.statusCode} ${error.name}` : error.name;
  if (error.name === "restricted_api_key")
    return [ok(`Resend takes the key, which may only send: look at ${domain} in Resend's own pages`)];
  if (!error.statusCode)
    return [wrong(`Resend cannot be reached (${code})`, "Let this machine out to api.resend.com:443.")];
  if (error.statusCode >= 500 || error.statusCode === 429)
    return [warning(`Resend has no answer now (${code})`, "Ask again later.")];
  return [
    wrong(
      `Resend refuses the key (${code})`,
      "Make one in Resend, set RESEND_API_KEY, restart; what waits leaves by itself within a minute, and also without a restart when Resend takes the key again.",
    ),
  ];
}

type Domain = { name: string; status: string };

function checkDomain(domain: string, domains: Domain[]): CheckResult {
  const entry = domains.find(({ name }) => name.toLowerCase() === domain);
  if (!entry) return wrong(`Resend does not know ${domain}`, "Add the domain of MAIL_FROM in Resend.");
  if (entry.status === "verified") return ok(`Resend has verified ${domain}`);
  return wrong(`${domain} is ${entry.status} at Resend`, "Add the records that Resend shows to its DNS.");
}

export async function checkMailPause(): Promise<CheckResult[]> {
  const interruption = await getMailInterruption();
  if (interruption?.why === "paused")
    return [
      warning(
        `e-mails to families are paused since ${interruption.since.toISOString()}`,
        "Let them go on at /desk/mail, or: npm run --silent mail -- go-on",
      ),
    ];
  const suspension = await getMailSuspension();
  if (!suspension) return [];
  return [
    wrong(
      `e-mails are held since ${suspension.since.toISOString()}: ${suspension.code}`,
      "Fix it at Resend, or correct RESEND_API_KEY or MAIL_FROM here and restart; the oldest message is retried every minute, and once it is sent, all others follow.",
    ),
  ];
}
