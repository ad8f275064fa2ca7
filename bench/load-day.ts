import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@/lib/database/embedded-postmaster";
import { aMinor, anAdult } from "@/test/factories";
import { spawnStart } from "@/test/matricula";
import { throughTheForm } from "@/test/through-the-form";
import { integrate } from "./integrators";
import { type Answered, type Day, type Family, sayDay, writeDay } from "./load-day-report";
import { watchMachine } from "./machine-figures";
import { openSchool } from "./school";

const INTEGRATORS = 5;
const FULL = { families: 2_000, seconds: 600 };
const BRIEF = { families: 30, seconds: 20 };

/** What a family takes for a page, in milliseconds: between these two. */
const THINKS = [500, 3_500] as const;

/** Of the whole time nobody new comes in the last part, so that those on their way come to the end. */
const COMING = 0.9;

/** Whom a busy service has told to come back so often to one page gives up. */
const MOST_WAITS = 10;

type Run = { brief: boolean; say: (text: string) => void; families?: number; minutes?: number };

/**
 * The first day of enrollment: families through the whole form, integrators at their limits.
 *
 * @param run a day of another size than the whole one is said and not written
 */
export async function benchLoadDay({ brief, say, ...asked }: Run) {
  const size = brief ? BRIEF : FULL;
  const { families = size.families, minutes = size.seconds / 60 } = asked;
  const seconds = minutes * 60;
  const { buildIfStale } = await import("@/server/build");
  await buildIfStale(say);
  const school = await openSchool();
  const dataDir = await mkdtemp(path.join(tmpdir(), "matricula-day-"));
  try {
    const keys = Array.from({ length: INTEGRATORS }, (_, at) => keyOf(`integrator ${at}`, school.url));
    const service = await open(dataDir, school.url);
    say(`Nine o'clock: ${families} families in ${seconds} seconds, ${INTEGRATORS} integrators`);
    const machine = watchMachine(service.pid);
    const over = new AbortController();
    const integrators = keys.map((key) => integrate(service.base, key, over.signal));
    const { answered, ways } = await enroll(service.base, families, seconds);
    over.abort();
    const day: Day = {
      families,
      seconds,
      answered,
      ways,
      integrators: await Promise.all(integrators),
      machine: machine.stop(),
    };
    process.kill(service.pid, "SIGTERM");
    await service.ended;
    sayDay(day, say);
    if (families === FULL.families && seconds === FULL.seconds) await writeDay(day);
  } finally {
    await school.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** `npm start` itself, with all cores; every family of this bench has the same address, so its limits are off. */
async function open(dataDir: string, url: string) {
  const port = String((await freePort(0)) ?? 0);
  const start = spawnStart({
    dataDir,
    env: {
      NODE_ENV: "production",
      PORT: port,
      HOST: "127.0.0.1",
      DATABASE_URL: url,
      APP_URL: `http://127.0.0.1:${port}`,
      MAIL_TRANSPORT: "mailbox",
      SHUTDOWN_GRACE_SECONDS: "0",
      FORM_MINIMUM_SECONDS: "0",
      RATE_LIMIT_FORM_STEPS_PER_MINUTE: "0",
      RATE_LIMIT_FORM_SENDS_PER_HOUR: "0",
      RATE_LIMIT_FORM_DRAFTS_PER_HOUR: "0",
    },
  });
  await start.until("Try it:");
  return { base: `http://127.0.0.1:${port}`, pid: start.pid, ended: start.ended };
}

function keyOf(name: string, url: string): string {
  const create = ["--import", "tsx", "commands/keys.ts", "create", name];
  const env = { ...process.env, DATABASE_URL: url };
  return execFileSync(process.execPath, create, { encoding: "utf8", env }).trim();
}

async function enroll(base: string, families: number, seconds: number) {
  const answered: Answered[] = [];
  const opened = performance.now();
  const family = async (at: number): Promise<Family> => {
    await wait(comesAt(at / families) * seconds * COMING * 1_000);
    const body = at % 3 === 0 ? anAdult() : aMinor();
    const began = performance.now();
    let thought = 0;
    let waits = 0;
    let inARow = 0;
    const between = async (step: string, status: number, ms: number) => {
      inARow = 0;
      answered.push({ step, status, ms, at: (performance.now() - opened) / 1_000 });
      const pause = THINKS[0] + Math.random() * (THINKS[1] - THINKS[0]);
      thought += pause;
      await wait(pause);
    };
    const comeBack = async (after: number) => {
      if (inARow === MOST_WAITS)
        throw new Error(`gave up after being told to come back ${MOST_WAITS} times in a row`);
      waits += 1;
      inARow += 1;
      await wait(after * 1_000);
    };
    const lost = await throughTheForm(base, body, between, comeBack).then(() => undefined, String);
    return { lost, waits, seconds: (performance.now() - began - thought) / 1_000 };
  };
  const ways = await Promise.all(Array.from({ length: families }, (_, at) => family(at)));
  return { answered, ways };
}

/** When the part `share` of the families has come, of the time: most come early, in the first third half of them. */
const comesAt = (share: number) => share ** 1.6;
