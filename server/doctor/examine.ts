import { existsSync } from "node:fs";
import { clusterIn } from "@/lib/database/embedded-postmaster";
import { asItIs } from "@/lib/database/open";
import { env } from "@/lib/env";
import { checkConfiguration, checkForgotten } from "./configuration";
import { checkClock, checkDraftKeys, checkMigrations, checkReach, checkRole, checkWrites } from "./database";
import { type Finding, ok, wrong } from "./finding";
import { checkDisk, checkRedis, checkService, checkWorker } from "./machine";
import { checkHold, checkMail } from "./mail";
import { checkSenderDns } from "./sender-dns";

type Tell = (check: string, finding: Finding) => void;
type Check = () => Promise<Finding[]>;

const ofThisMachine: Record<string, Check> = {
  configuration: checkConfiguration,
  disk: checkDisk,
  service: checkService,
  redis: checkRedis,
  "e-mail": checkMail,
  "sender's DNS": () => checkSenderDns(),
};

/** In the order in which one needs the other. */
const ofTheDatabase: Record<string, Check> = {
  migrations: checkMigrations,
  writes: checkWrites,
  role: checkRole,
  clock: checkClock,
  "draft keys": () => checkDraftKeys(new Date()),
  school: checkForgotten,
  "held e-mail": checkHold,
  worker: checkWorker,
};

/** Looks at everything that a start refuses or warns of, and at what only shows later; tells each finding as it comes. */
export async function examine(tell: Tell): Promise<void> {
  await each(ofThisMachine, tell);
  if (env.embedded && !existsSync(clusterIn(env.DATA_DIR)))
    return tell("database", ok("none yet: npm start makes it"));
  await asItIs((url) => examineDatabase(url, tell)).catch((error: Error) =>
    tell("database", wrong(error.message, "docs/operations.md, “When something is wrong”.")),
  );
}

async function examineDatabase(url: string, tell: Tell) {
  const found = await checkReach(url);
  for (const finding of found) tell("database", finding);
  if (found.every(({ level }) => level === "ok")) await each(ofTheDatabase, tell);
}

/** A check that breaks is a finding of its own and keeps none of the others from being told. */
async function each(checks: Record<string, Check>, tell: Tell) {
  for (const [name, check] of Object.entries(checks)) {
    const found = await check().catch((error: Error) => [
      wrong(`could not be looked at: ${error.message}`, "Mend what stands above, then ask again."),
    ]);
    for (const finding of found) tell(name, finding);
  }
}
