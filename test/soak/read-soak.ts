import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { staffRoles } from "@/lib/people/staff/permissions";
import { arbitraryApiQuery, arbitraryDeskQuery, listPages } from "../fuzz/read-requests";
import { measureTimeoutScale } from "../runner/timeout-scale";
import { enrollFamilies, type Family } from "./enroll-families";
import { checkLedger, findDiscrepancies, waitForMessages } from "./ledger-check";
import { createRandom, type Random } from "./random";
import { type SingleMachine, startSingleMachine } from "./single-machine";

const FAMILY_EVERY_MS = 700;
const READERS = 3;
const PATIENCE_MS = 20_000;
/** Time between two restores; everything received must survive. */
const EPOCH_MS = 60_000;
const SETTLED_SECONDS = 180;

/** Faults by name. */
const deeds: Record<string, (school: SingleMachine, random: Random) => Promise<unknown>> = {
  "serving process killed": (school, random) => school.killServing(random.oneOf(school.serving())),
  "all killed": (school) => school.killAll(),
  reloaded: (school) => school.reload(),
  "catalogue exported and imported": async (school) => {
    await school.command("catalogue", "export", school.file("catalogue.json"));
    await school.command("catalogue", "import", school.file("catalogue.json"));
  },
  "enrollments exported": (school) => school.command("enrollments", "export", school.file("list.csv")),
};

type Reads = { statuses: Record<string, number>; wrong: string[] };

/**
 * Uses a school for some seconds: enrollments and random reads in all languages and roles, while processes
 * are killed and backups restored.
 */
export async function runReadSoak({ seed, seconds }: { seed: number; seconds: number }) {
  const school = await startSingleMachine();
  try {
    const random = createRandom(seed);
    const end = Date.now() + seconds * 1_000;
    const families: Family[] = [];
    const reads: Reads = { statuses: {}, wrong: [] };
    const done: Record<string, number> = {};
    while (Date.now() < end) {
      families.push(...(await epoch(school, random, Math.min(end, Date.now() + EPOCH_MS), { reads, done })));
      await waitForMessages(school, SETTLED_SECONDS);
      await school.restore();
      done.restored = (done.restored ?? 0) + 1;
    }
    const ledger = await checkLedger(school, families);
    const wrong = [...reads.wrong, ...families.flatMap((family) => family.wrong)];
    const blemished = findDiscrepancies(ledger).map(([name, value]) => `${name}: ${value}`);
    return { done, statuses: reads.statuses, ledger, complaints: [...wrong, ...blemished] };
  } finally {
    await school.stop();
  }
}

/** Completes what was started, so that the backup contains everything that was confirmed. */
async function epoch(
  school: SingleMachine,
  random: Random,
  end: number,
  { reads, done }: { reads: Reads; done: Record<string, number> },
): Promise<Family[]> {
  const over = () => Date.now() >= end;
  const machine = { key: await school.keyNow(), aPort: school.port };
  const [{ families, settled }] = await Promise.all([
    enrollFamilies(machine, random, FAMILY_EVERY_MS, over),
    happenings(school, createRandom(random.below(2 ** 31)), over, done),
    ...Array.from({ length: READERS }, () =>
      readOn(school, machine.key, createRandom(random.below(2 ** 31)), over, reads),
    ),
  ]);
  await settled;
  return families;
}

async function happenings(
  school: SingleMachine,
  random: Random,
  over: () => boolean,
  done: Record<string, number>,
) {
  let left: string[] = [];
  while (!over()) {
    if (left.length === 0) left = Object.keys(deeds);
    const [name] = left.splice(random.below(left.length), 1) as [string];
    await deeds[name]?.(school, random);
    done[name] = (done[name] ?? 0) + 1;
    await wait(2_000);
  }
}

/** Readers in turn: public, desk, or API, in one language. */
async function readOn(
  school: SingleMachine,
  key: string,
  random: Random,
  over: () => boolean,
  { statuses, wrong }: Reads,
) {
  while (!over()) {
    const references = await school
      .query<{ reference: string }>("select reference from enrollments order by random() limit 20")
      .catch(() => []);
    const known = ["AAAAAAAA", ...references.map(({ reference }) => reference)];
    const shapes = fc.oneof(
      { weight: 4, arbitrary: arbitraryDeskQuery(known) },
      {
        weight: 2,
        arbitrary: fc.constantFrom(...known).map((reference) => `/desk/enrollments/${reference}`),
      },
      { weight: 2, arbitrary: arbitraryApiQuery() },
      { weight: 3, arbitrary: fc.constantFrom(...listPages()) },
    );
    for (const path of fc.sample(shapes, { seed: random.below(2 ** 31), numRuns: 25 })) {
      if (over()) return;
      const role = random.below(5) === 0 ? "nobody" : random.oneOf(staffRoles);
      const address = path.startsWith("/api/") ? path : `${random.oneOf(["", "/ca", "/en"])}${path}`;
      const headers: Record<string, string> = path.startsWith("/api/")
        ? { Authorization: `Bearer ${key}` }
        : role === "nobody"
          ? {}
          : { Cookie: `desk=${school.cookieOf(role).split("=")[1]}` };
      const before = school.isTroubled();
      const status = await statusOf(`http://127.0.0.1:${school.port()}${address}`, headers);
      const excused = (before || school.isTroubled()) && (status === "none" || status === 503);
      const noted = excused ? `${status}, excused` : status;
      statuses[noted] = (statuses[noted] ?? 0) + 1;
      if (status === "none") await wait(500);
      if (!excused && (status === "none" || status >= 500)) wrong.push(`${status} for ${role}: ${address}`);
    }
  }
}

/** `none`: no complete response. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | "none"> {
  try {
    const signal = AbortSignal.timeout(Math.ceil(PATIENCE_MS * measureTimeoutScale()));
    const answer = await fetch(url, { headers, redirect: "manual", signal });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return "none";
  }
}
