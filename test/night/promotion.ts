import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { migrate } from "@/lib/platform/database/migrations";
import { enrollFamilies } from "../soak/enroll-families";
import { checkLedger, waitForMessages } from "../soak/ledger-check";
import { createRandom } from "../soak/random";
import { stopChildren } from "../support/processes/child-processes";
import { startServerProcess } from "../support/servers/server-process";
import { startWorker } from "../support/servers/worker";
import { primaryAndStandby } from "./standby";

// Kills a primary under load and promotes its standby: with asynchronous, then synchronous replication.
const FAMILY_EVERY_MS = 60;
const BEFORE_MS = 10_000;
const AFTER_MS = 10_000;
const SETTLED_SECONDS = 60;

const problems: string[] = [];
for (const synchronous of [false, true]) {
  const figures = await measurePromotion(synchronous);
  console.log(
    `\nA promotion ${synchronous ? "with a synchronous standby, by TLS" : "with an asynchronous standby"}`,
  );
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(40)} ${value}`);
  const zeroCounts = ["wrongly answered", ...(synchronous ? ["lost", "doubled", "mails doubled"] : [])];
  for (const name of zeroCounts) if (figures[name] !== 0) problems.push(`${name}: ${figures[name]}`);
}
await stopChildren();
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

async function measurePromotion(synchronous: boolean): Promise<Record<string, number>> {
  const pair = await primaryAndStandby({ synchronous, tls: synchronous });
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-promotion-"));
  const resend = await startResendStandIn();
  const environment = {
    ...{ DATABASE_URL: pair.url, DATA_DIR: folder, LOG_LEVEL: "silent", APP_URL: "https://school.example" },
    ...{ MAIL_TRANSPORT: "resend", MAIL_FROM: "Escuela <no-reply@escuela.example>" },
    ...{ RESEND_API_KEY: "re_night", RESEND_BASE_URL: resend.url },
    ...{ RATE_LIMIT_READS_PER_MINUTE: "0", RATE_LIMIT_WRITES_PER_MINUTE: "0", ENV_FILE: "" },
  };
  await migrate(pair.url);
  const servers = [await startServerProcess(environment), await startServerProcess(environment)] as const;
  const worker = await startWorker(environment);
  const random = createRandom(1);
  let isOver = false;
  const pickPort = () => Number(new URL(servers[random.below(2) as 0 | 1].base).port);
  const enrolling = enrollFamilies({ key: servers[0].key, pickPort }, random, FAMILY_EVERY_MS, () => isOver);
  await sleep(BEFORE_MS);
  const killedAt = Date.now();
  pair.killPrimary();
  await pair.promote();
  const promotedAt = Date.now();
  await sleep(AFTER_MS);
  isOver = true;
  const { families, settled } = await enrolling;
  await settled;
  const school = { query: <Row>(sql: string) => pair.query(1, sql) as Promise<Row[]>, resend };
  await waitForMessages(school, SETTLED_SECONDS);
  const figures = await checkLedger(school, families);
  worker.kill("SIGKILL");
  for (const server of servers) await server.stop();
  await Promise.all([pair.stop(), resend.stop()]);
  await rm(folder, { recursive: true, force: true });
  const restoredAt = Math.min(
    ...families.flatMap(({ storedAt = 0 }) => (storedAt > promotedAt ? [storedAt] : [])),
  );
  return {
    ...seconds("out", restoredAt - killedAt),
    ...seconds("of which PostgreSQL", promotedAt - killedAt),
    ...figures,
  };
}

function seconds(name: string, ms: number) {
  return { [`seconds ${name}`]: Math.round(ms / 100) / 10 };
}
