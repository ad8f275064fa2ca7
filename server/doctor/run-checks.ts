import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Messages } from "next-intl";
import { type CheckResult, ok, wrong } from "@/lib/platform/check-result";
import { getClusterPath } from "@/lib/platform/database/embedded-process";
import { withUnmigratedDatabase } from "@/lib/platform/database/open-database";
import { env, scaleTimeout } from "@/lib/platform/env";
import { checkBackup } from "./backup";
import { checkConfiguration, checkSetupWarnings } from "./configuration";
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
import { checkMail, checkMailPause } from "./mail";
import { checkSenderDns } from "./sender-dns";
import { checkTls } from "./tls";

type Report = (check: string, finding: CheckResult) => void;
type Check = () => Promise<CheckResult[]>;
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
  school: checkSetupWarnings,
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
  const pending = startChecks(machineChecks);
  await examineDatabase(report);
  for (const reportCheck of pending) await reportCheck(report);
}

async function examineDatabase(report: Report) {
  if (env.embedded && !existsSync(getClusterPath(env.DATA_DIR)))
    return report("database", ok("none yet: npm start makes it"));
  const checks = withUnmigratedDatabase(async () => {
    const [reach] = startChecks({ database: checkReachable });
    if (!(await reach?.(report))) return;
    if (!(await isMigrated())) {
      const missing = wrong("none is applied to this database", "npm run --silent db -- migrate");
      return report("migrations", missing);
    }
    for (const reportCheck of startChecks(databaseChecks)) await reportCheck(report);
  });
  await checks.catch((error: Error) =>
    report("database", wrong(lastLineOf(error), "docs/operations.md, “When something is wrong”.")),
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
function withTimeout(check: Check): Promise<CheckResult[]> {
  const timeout = [
    wrong("no answer in five seconds", "Check what it connects to: it hangs or is unreachable."),
  ];
  return Promise.race([check().catch(toFinding), sleep(scaleTimeout(CHECK_MS), timeout, { ref: false })]);
}

function toFinding(error: Error): CheckResult[] {
  if (/permission denied/.test(error.message))
    return [
      wrong(error.message, "Run the grants of docs/operations.md, “Two roles”, as the owner of the tables."),
    ];
  return [
    wrong(`could not be checked: ${lastLineOf(error)}`, "Fix the problems above, then run the doctor again."),
  ];
}

/** The last line: Prisma's messages begin with the failing call. */
export const lastLineOf = (error: Error) => error.message.trim().split("\n").at(-1) as string;
