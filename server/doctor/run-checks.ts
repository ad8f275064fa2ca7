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

type Tell = (check: string, finding: CheckResult) => void;
type Check = () => Promise<CheckResult[]>;
/** A check has a name on the desk's page, and what to do. */
type Name = keyof Messages["desk"]["state"]["checks"] & keyof Messages["desk"]["state"]["todo"];
type Checks = { [name in Name]?: Check };

const ofThisMachine = {
  configuration: checkConfiguration,
  disk: checkDisk,
  service: checkService,
  certificate: () => checkCertificate(),
  "e-mail": checkMail,
  "sender's DNS": () => checkSenderDns(),
} satisfies Checks;

const ofTheDatabase = {
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

/** A process that serves knows its share of the machine's connections alone, and has no two of them to spare. */
const fromOutside = new Set<string>(["connections", "sessions", "backup"] satisfies Name[]);

/** Every check, for a page of the process that asks. */
export const startAllChecks = () =>
  Object.entries({ database: checkReachable, ...ofTheDatabase, ...ofThisMachine }).map(
    ([name, check]): [string, Promise<CheckResult[]> | "outside"] => [
      name,
      fromOutside.has(name) ? "outside" : bounded(check),
    ],
  );

/** What is silent is a finding too: a check gets so long. */
const CHECK_MS = 5_000;

/** Looks at everything that a start refuses or warns of, and at what only shows later; the database is told of first. */
export async function runChecks(tell: Tell): Promise<void> {
  const here = sideBySide(ofThisMachine);
  await examineDatabase(tell);
  for (const found of here) await found(tell);
}

async function examineDatabase(tell: Tell) {
  if (env.embedded && !existsSync(getClusterPath(env.DATA_DIR)))
    return tell("database", ok("none yet: npm start makes it"));
  const work = withUnmigratedDatabase(async () => {
    const [reach] = sideBySide({ database: checkReachable });
    if (!(await reach?.(tell))) return;
    if (!(await isMigrated()))
      return tell("migrations", wrong("none is applied to this database", "npm run --silent db -- migrate"));
    for (const found of sideBySide(ofTheDatabase)) await found(tell);
  });
  await work.catch((error: Error) =>
    tell("database", wrong(sentenceOf(error), "docs/operations.md, “When something is wrong”.")),
  );
}

/** Begins all of them at once; each that is returned tells of one and says whether all is well. */
function sideBySide(checks: Record<string, Check>) {
  return Object.entries(checks).map(([name, check]) => {
    const checked = bounded(check);
    return async (tell: Tell) => {
      const found = await checked;
      for (const finding of found) tell(name, finding);
      return found.every(({ level }) => level === "ok");
    };
  });
}

/** A check that breaks or hangs is a finding of its own and keeps none of the others from being told. */
function bounded(check: Check): Promise<CheckResult[]> {
  const silent = [
    wrong("no answer in five seconds", "Look at what it asks: it hangs, or the way there is closed."),
  ];
  return Promise.race([check().catch(broken), sleep(scaleTimeout(CHECK_MS), silent, { ref: false })]);
}

function broken(error: Error): CheckResult[] {
  if (/permission denied/.test(error.message))
    return [
      wrong(error.message, "Run the grants of docs/operations.md, “Two roles”, as the owner of the tables."),
    ];
  return [wrong(`could not be looked at: ${sentenceOf(error)}`, "Mend what stands above, then ask again.")];
}

/** Prisma's messages have the failing call before their last line. */
export const sentenceOf = (error: Error) => error.message.trim().split("\n").at(-1) as string;
