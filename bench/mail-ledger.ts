import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Behaviour, startResendStandIn } from "@/e2e/support/resend-stand-in";
import { joinEmbedded } from "@/lib/database/embedded";

// node --import tsx bench/mail-ledger.ts [ENROLLMENTS]
// A ledger of the outbox on a bad day: 1,000 enrollments, two workers at the provider's own pace, a
// provider that fails a quarter of the time, and one worker killed (-9) twice a minute.
const enrollments = Number(process.argv[2] ?? 1000);
const KILL_EVERY_MS = 30_000;

/** Out of a hundred requests. */
const faults: [number, Behaviour][] = [
  [8, "reset-after"],
  [5, "reset-before"],
  [4, 429],
  [5, 500],
  [1, "hang"],
  [1, "slow"],
  [1, 422],
];

const folder = await mkdtemp(path.join(tmpdir(), "matricula-ledger-"));
const embedded = await joinEmbedded(folder, () => {});
const resend = await startResendStandIn();
resend.always(() => {
  const dice = Math.random() * 100;
  let sum = 0;
  for (const [share, fault] of faults) {
    sum += share;
    if (dice < sum) return fault;
  }
  return "accept";
});
Object.assign(process.env, {
  DATABASE_URL: embedded.url,
  DATA_DIR: folder,
  LOG_LEVEL: "silent",
  MAIL_TRANSPORT: "resend",
  MAIL_FROM: "Escuela <no-reply@escuela.example>",
  RESEND_API_KEY: "re_ledger",
  RESEND_BASE_URL: resend.url,
});

// Only now, because these read the environment.
const { migrate } = await import("@/lib/database/migrate");
const { closeDatabase } = await import("@/lib/database/open");
const { pool } = await import("@/lib/prisma");
const { seedSchool } = await import("@/prisma/seed");
const { aMinor, anAdult } = await import("@/test/factories");
const { enroll } = await import("@/test/mail");
const { dayIn } = await import("@/lib/dates");

await migrate(embedded.url);
await seedSchool(dayIn("Europe/Madrid"));
const workers = await Promise.all([startWorker(), startWorker()]);
const started = Date.now();
let kills = 0;

for (let at = 0; at < enrollments; at++) {
  await enroll(at % 10 === 0 ? aMinor({ guardians: at % 20 === 0 ? 2 : 1 }) : anAdult());
}
let lastKill = Date.now();
while ((await countQueued()) > 0) {
  await wait(1000);
  if (Date.now() - lastKill < KILL_EVERY_MS) continue;
  lastKill = Date.now();
  await killOne();
}
await report();
for (const worker of workers) worker.kill("SIGTERM");
await Promise.all(workers.map((worker) => once(worker, "exit")));
await closeDatabase();
await resend.stop();
await embedded.release();
await rm(folder, { recursive: true, force: true });

async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ["--import", "tsx", "server/worker.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(worker.stdout as NodeJS.ReadableStream, "data");
  return worker;
}

async function killOne() {
  const victim = workers[kills % 2] as ChildProcess;
  victim.kill("SIGKILL");
  await once(victim, "exit");
  workers[kills % 2] = await startWorker();
  kills++;
}

async function countQueued(): Promise<number> {
  const { rows } = await pool().query("select count(*)::int as n from mail_messages where state = 'queued'");
  return rows[0].n;
}

async function report() {
  const { rows } = await pool().query<{ id: string; state: string; kind: string }>(
    "select id, state::text, kind::text from mail_messages",
  );
  const took = new Map<string, number>();
  for (const { key } of resend.accepted) took.set(key, (took.get(key) ?? 0) + 1);
  const recipients = new Map<string, number>();
  for (const { email } of resend.accepted) {
    recipients.set(email.to[0] as string, (recipients.get(email.to[0] as string) ?? 0) + 1);
  }
  const failed = rows.filter(({ state }) => state === "failed");
  const seconds = (Date.now() - started) / 1000;
  const ledger = {
    enrollments,
    queued: rows.length,
    "requests to the provider": resend.requests.length,
    sent: rows.filter(({ state }) => state === "sent").length,
    "delivered once": rows.filter(({ id }) => took.get(id) === 1).length,
    doubled: [...recipients.values()].filter((count) => count > 1).length,
    "refused for good (422), shown as failed": failed.length,
    lost: rows.filter(({ id, state }) => !took.has(id) && state !== "failed").length,
    "workers killed (-9)": kills,
    seconds: Math.round(seconds),
    "requests a second": Math.round((resend.requests.length / seconds) * 10) / 10,
    "most in any second": mostInASecond(resend.requests.map(({ at }) => at)),
  };
  for (const [name, value] of Object.entries(ledger)) console.log(`${name.padEnd(42)} ${value}`);
}

function mostInASecond(times: number[]): number {
  return Math.max(
    ...times.map((time) => times.filter((other) => other >= time && other < time + 1000).length),
  );
}
