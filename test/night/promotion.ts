import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { migrate } from "@/lib/platform/database/migrations";
import { anAdult } from "../support/data/factories";
import { killWithTests, stopChildren } from "../support/processes/child-processes";
import { getRunArgs } from "../support/processes/programs";
import { startServerProcess } from "../support/servers/server-process";
import { type Pair, primaryAndStandby } from "./standby";

// Kills a primary under load and promotes its standby: with asynchronous, then synchronous replication.
const LINES = 8;
const BEFORE_MS = 10_000;
const AFTER_MS = 10_000;
const PATIENCE_MS = 90_000;

type Family = { email: string; references: Set<string>; toldAt: number[]; wrong: string[] };
type Server = Awaited<ReturnType<typeof startServerProcess>>;

const complaints: string[] = [];
for (const waited of [false, true]) {
  const figures = await promotion(waited);
  console.log(
    `\nA promotion ${waited ? "with a synchronous standby, by TLS" : "with an asynchronous standby"}`,
  );
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(40)} ${value}`);
  const noughts = ["doubled", "wrongly answered", ...(waited ? ["lost", "mails doubled"] : [])];
  for (const name of noughts) if (figures[name] !== 0) complaints.push(`${name}: ${figures[name]}`);
}
await stopChildren();
for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length === 0 ? 0 : 1);

async function promotion(waited: boolean): Promise<Record<string, number>> {
  const pair = await primaryAndStandby({ waited, tls: waited });
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-promotion-"));
  const resend = await startResendStandIn();
  const environment = {
    ...{ DATABASE_URL: pair.url, DATA_DIR: folder, LOG_LEVEL: "silent", APP_URL: "https://school.example" },
    ...{ MAIL_TRANSPORT: "resend", MAIL_FROM: "Escuela <no-reply@escuela.example>" },
    ...{ RESEND_API_KEY: "re_night", RESEND_BASE_URL: resend.url },
    ...{ RATE_LIMIT_READS_PER_MINUTE: "0", RATE_LIMIT_WRITES_PER_MINUTE: "0", ENV_FILE: "" },
  };
  await migrate(pair.url);
  const servers = [await startServerProcess(environment), await startServerProcess(environment)];
  const worker = killWithTests(
    spawn(process.execPath, getRunArgs("server/worker.ts"), {
      env: { ...process.env, ...environment },
      stdio: "ignore",
    }),
  );
  const over = { is: false };
  const lines = Array.from({ length: LINES }, (_, at) => line(servers[at % 2] as Server, over));
  await sleep(BEFORE_MS);
  const killedAt = Date.now();
  pair.killPrimary();
  await pair.promote();
  const promotedAt = Date.now();
  await sleep(AFTER_MS);
  over.is = true;
  const families = (await Promise.all(lines)).flat();
  const figures = await ledger(
    pair,
    families,
    resend.accepted.map(({ email }) => email.to[0] ?? ""),
  );
  worker.kill("SIGKILL");
  for (const server of servers) await server.stop();
  await Promise.all([pair.stop(), resend.stop()]);
  await rm(folder, { recursive: true, force: true });
  const back = Math.min(...families.flatMap(({ toldAt }) => toldAt.filter((at) => at > promotedAt)));
  return {
    ...seconds("out", back - killedAt),
    ...seconds("of which PostgreSQL", promotedAt - killedAt),
    ...figures,
  };
}

function seconds(name: string, ms: number) {
  return { [`seconds ${name}`]: Math.round(ms / 100) / 10 };
}

/** Sends each enrollment with its idempotency key until it is answered 201. */
async function line(server: Server, over: { is: boolean }): Promise<Family[]> {
  const families: Family[] = [];
  while (!over.is) {
    const body = anAdult();
    const family: Family = { email: body.student_email, references: new Set(), toldAt: [], wrong: [] };
    families.push(family);
    const headers = { "Idempotency-Key": randomUUID() };
    const until = Date.now() + PATIENCE_MS;
    while (family.toldAt.length === 0 && Date.now() < until) {
      const {
        status,
        headers: told,
        text,
      } = await server.send("POST", "academic/adult_enrollment", { body, headers });
      if (status === 201) {
        family.references.add(String(told["enrollment-reference"]));
        family.toldAt.push(Date.now());
      } else if (status !== 503 && !text.includes("idempotency_in_progress")) {
        family.wrong.push(`${status} ${text}`);
        break;
      } else await sleep(100);
    }
  }
  return families;
}

async function ledger(pair: Pair, families: Family[], mailed: string[]): Promise<Record<string, number>> {
  const stored = await pair.query(
    1,
    "select e.reference, p.email from enrollments e join people p on p.id = e.student_id",
  );
  const references = new Set(stored.map(({ reference }) => reference));
  const byEmail = Map.groupBy(stored, ({ email }) => email);
  const told = families.filter(({ toldAt }) => toldAt.length > 0);
  for (const { wrong } of families) for (const words of wrong) console.error(words);
  return {
    families: families.length,
    "told 201": told.length,
    lost: told.filter((family) => [...family.references].some((reference) => !references.has(reference)))
      .length,
    doubled: families.filter(({ email }) => (byEmail.get(email)?.length ?? 0) > 1).length,
    "wrongly answered": families.filter(({ wrong }) => wrong.length > 0).length,
    "mails whose enrollment is gone": mailed.filter((to) => !byEmail.has(to)).length,
    "mails doubled": [...Map.groupBy(mailed, (to) => to).values()].filter((mails) => mails.length > 1).length,
  };
}
