import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Messages } from "next-intl";
import { getMailInterruption, getMailSuspension } from "@/lib/mail/pause";
import { getSenderDomain, resendClient } from "@/lib/mail/transports";
import { type CheckResult, ok, warning, wrong } from "@/lib/platform/check-result";
import { getClusterPath } from "@/lib/platform/database/embedded-process";
import { adoptServerPort, withUnmigratedDatabase } from "@/lib/platform/database/open-database";
import { env, requireMailSettings, scaleTimeout } from "@/lib/platform/env";
import { getSetupWarnings } from "@/server/startup/setup-warnings";
import { checkBackup } from "./backup";
import {
  checkClock,
  checkDraftKeys,
  checkMigrations,
  checkReachable,
  checkRole,
  checkWrites,
  isMigrated,
} from "./database";
import { checkConnections, checkNotifications, checkSessions, checkTimeouts } from "./database-requirements";
import { checkCertificate, checkDisk, checkService, checkWorker } from "./machine";
import { checkSenderDns } from "./sender-dns";
import { checkTls } from "./tls";

type Report = (check: string, finding: CheckResult) => void;
/** Most checks have one finding. */
type Check = () => Promise<CheckResult | CheckResult[]>;
/** A check has a name and an advice on the desk's page too. */
type Name = keyof Messages["desk"]["state"]["checks"] & keyof Messages["desk"]["state"]["todo"];
type Checks = { [name in Name]?: Check };

const machineChecks = {
  configuration: checkConfiguration,
  disk: checkDisk,
  service: checkService,
  certificate: () => checkCertificate(),
  "e-mail": checkMail,
  "sender's DNS": () => checkSenderDns(),
} satisfies Checks;

const databaseChecks = {
  migrations: checkMigrations,
  connections: checkConnections,
  TLS: checkTls,
  writes: checkWrites,
  sessions: checkSessions,
  news: checkNotifications,
  bounds: checkTimeouts,
  role: () => checkRole(),
  clock: checkClock,
  backup: checkBackup,
  "draft keys": () => checkDraftKeys(new Date()),
  school: async () =>
    (await getSetupWarnings()).map((text) => warning(text, "docs/operations.md, “Install”.")),
  "held e-mail": checkMailPause,
  worker: checkWorker,
} satisfies Checks;

/** Not for serving processes, which know only their own share of connections and cannot spare two. */
const commandOnly = new Set<string>(["connections", "sessions", "backup"] satisfies Name[]);

/** Starts every check, for a page of this process. */
export const startAllChecks = () =>
  Object.entries({ database: checkReachable, ...databaseChecks, ...machineChecks }).map(
    ([name, check]): [string, Promise<CheckResult[]> | "outside"] => [
      name,
      commandOnly.has(name) ? "outside" : withTimeout(check),
    ],
  );

/** The timeout of a check; exceeding it is a finding. */
const CHECK_MS = 5_000;

/** Runs every check of what a start requires, and of problems that appear later; the database's results come first. */
export async function runChecks(report: Report): Promise<void> {
  await adoptServerPort(); // which the check of the service reads
  const pending = startChecks(machineChecks);
  await examineDatabase(report);
  for (const reportCheck of pending) await reportCheck(report);
}

async function examineDatabase(report: Report) {
  if (env.embedded && !existsSync(getClusterPath(env.DATA_DIR)))
    return report("database", ok("none yet: npm start makes it"));
  const checks = withUnmigratedDatabase(async () => {
    const [reportReachable] = startChecks({ database: checkReachable });
    if (!(await reportReachable?.(report))) return;
    if (!(await isMigrated())) {
      const missing = wrong("none is applied to this database", "npm run --silent db -- migrate");
      return report("migrations", missing);
    }
    for (const reportCheck of startChecks(databaseChecks)) await reportCheck(report);
  });
  await checks.catch((error: Error) =>
    report("database", wrong(getLastLine(error), "docs/operations.md, “When something is wrong”.")),
  );
}

/** Starts all checks at once; each returned function reports one and returns whether all is well. */
function startChecks(checks: Record<string, Check>) {
  return Object.entries(checks).map(([name, check]) => {
    const pending = withTimeout(check);
    return async (report: Report) => {
      const results = await pending;
      for (const result of results) report(name, result);
      return results.every(({ level }) => level === "ok");
    };
  });
}

/** Turns a failure or timeout into a finding, so that the other checks continue. */
async function withTimeout(check: Check): Promise<CheckResult[]> {
  const timeout = wrong(
    "no answer in five seconds",
    "Check what it connects to: it hangs or is unreachable.",
  );
  const finding = sleep(scaleTimeout(CHECK_MS), timeout, { ref: false });
  return [await Promise.race([check().catch(toFinding), finding])].flat();
}

function toFinding(error: Error): CheckResult {
  if (/permission denied/.test(error.message))
    return wrong(
      error.message,
      "Run the grants of docs/operations.md, “Two roles”, as the owner of the tables.",
    );
  return wrong(
    `could not be checked: ${getLastLine(error)}`,
    "Fix the problems above, then run the doctor again.",
  );
}

/** The last line: Prisma's messages begin with the failing call. */
export const getLastLine = (error: Error) => error.message.trim().split("\n").at(-1) as string;

/** Checks that the environment schema cannot do, but a start does. */
async function checkConfiguration(): Promise<CheckResult[]> {
  try {
    requireMailSettings();
  } catch (error) {
    const sentences = (error as Error).message.split("\n");
    return sentences.map((sentence) => wrong(sentence, "Set it in .env and restart."));
  }
  return [ok(env.embedded ? "the demo on its embedded database" : "nothing is missing")].concat(checkProxy());
}

function checkProxy(): CheckResult | [] {
  if (env.embedded || !env.APP_URL?.startsWith("https:") || env.TRUSTED_PROXIES.length > 0) return [];
  return warning(
    "APP_URL is https, which a proxy must end, and TRUSTED_PROXIES names none: all families count as one address.",
    "TRUSTED_PROXIES=<the proxy's address>",
  );
}

/** Whether Resend accepts the key, the sender's domain is verified, and sending is not suspended. */
async function checkMail(): Promise<CheckResult | CheckResult[]> {
  if (env.MAIL_TRANSPORT === "mailbox") return ok("e-mails stay in the mailbox (MAIL_TRANSPORT=mailbox)");
  if (!env.RESEND_API_KEY) return []; // reported by the configuration check
  const domain = getSenderDomain(env.MAIL_FROM ?? "");
  if (!domain) return wrong("MAIL_FROM holds no address", "MAIL_FROM='School <no-reply@school.example>'");
  return checkResend(domain);
}

async function checkResend(domain: string): Promise<CheckResult | CheckResult[]> {
  const { data, error } = await resendClient().domains.list({ limit: 100 });
  if (!error) return [ok("Resend takes the key"), checkDomain(domain, data.data)];
  const code = error.statusCode ? `${error.statusCode} ${error.name}` : error.name;
  if (error.name === "restricted_api_key")
    return ok(`Resend takes the key, which may only send: look at ${domain} in Resend's own pages`);
  if (!error.statusCode)
    return wrong(`Resend cannot be reached (${code})`, "Let this machine out to api.resend.com:443.");
  if (error.statusCode >= 500 || error.statusCode === 429)
    return warning(`Resend has no answer now (${code})`, "Ask again later.");
  return wrong(
    `Resend refuses the key (${code})`,
    "Make one in Resend, set RESEND_API_KEY, restart; what waits leaves by itself within a minute, and also without a restart when Resend takes the key again.",
  );
}

type Domain = { name: string; status: string };

function checkDomain(domain: string, domains: Domain[]): CheckResult {
  const entry = domains.find(({ name }) => name.toLowerCase() === domain);
  if (!entry) return wrong(`Resend does not know ${domain}`, "Add the domain of MAIL_FROM in Resend.");
  if (entry.status === "verified") return ok(`Resend has verified ${domain}`);
  return wrong(`${domain} is ${entry.status} at Resend`, "Add the records that Resend shows to its DNS.");
}

async function checkMailPause(): Promise<CheckResult | []> {
  const interruption = await getMailInterruption();
  if (interruption?.reason === "paused")
    return warning(
      `e-mails to families are paused since ${interruption.since.toISOString()}`,
      "Let them go on at /desk/mail, or: npm run --silent mail -- go-on",
    );
  const suspension = await getMailSuspension();
  if (!suspension) return [];
  return wrong(
    `e-mails are held since ${suspension.since.toISOString()}: ${suspension.code}`,
    "Fix it at Resend, or correct RESEND_API_KEY or MAIL_FROM here and restart; the oldest message is retried every minute, and once it is sent, all others follow.",
  );
}
