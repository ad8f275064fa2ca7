import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { type ResendBehaviour, startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { getPostgresStatus } from "../support/servers/npm-start";
import { startServerProcess } from "../support/servers/server-process";
import { startWorker } from "../support/servers/worker";
import { type FaultyProxy, getProxyUrl, startFaultyProxy } from "./faulty-proxy";
import type { Random } from "./random";

type Server = Awaited<ReturnType<typeof startServerProcess>>;

export type TestDeployment = Awaited<ReturnType<typeof startTestDeployment>>;

/**
 * A school on several machines: two servers and a worker, proxies for database and servers, and a
 * provider. Everything can be killed and restarts.
 */
export async function startTestDeployment(random: Random) {
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-soak-"));
  const dataDir = path.join(folder, "data");
  let postgres = await openEmbedded(dataDir, () => {});
  await migrate(postgres.url);
  const resend = await startResendStandIn({ slowMs: 100 });
  resend.always(() => pickFault(random.below(100)));
  const postgresProxy = await startFaultyProxy(() => Number(new URL(postgres.url).port));

  const environment = {
    ...{ DATABASE_URL: getProxyUrl(postgres.url, postgresProxy), DATA_DIR: folder, LOG_LEVEL: "silent" },
    ...{ MAIL_TRANSPORT: "resend", MAIL_FROM: "Escuela <no-reply@escuela.example>" },
    ...{ RESEND_API_KEY: "re_soak", RESEND_BASE_URL: resend.url, APP_URL: "https://school.example" },
    ...{ RATE_LIMIT_READS_PER_MINUTE: "0", RATE_LIMIT_WRITES_PER_MINUTE: "0" },
  };
  const servers: Server[] = [await startServerProcess(environment)];
  servers.push(await startServerProcess(environment));
  const { key } = servers[0] as Server; // restarted servers create their own keys
  let worker = await startWorker(environment);
  const proxies: FaultyProxy[] = [];
  for (const index of [0, 1])
    proxies.push(await startFaultyProxy(() => Number(new URL((servers[index] as Server).base).port)));

  return {
    key,
    resend,
    postgresProxy,
    serverProxies: proxies,
    pids: () => servers.map(({ pid }) => pid),
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) => {
      const client = new pg.Client(postgres.url);
      await client.connect();
      return (await client.query<Row>(sql, values).finally(() => client.end())).rows;
    },
    killServer: async (index: number) => {
      await servers[index]?.stop();
      servers[index] = await startWithRetries(() => startServerProcess(environment));
    },
    killWorker: async () => {
      if (worker.exitCode !== null) throw new Error("The worker had ended by itself.");
      worker.kill("SIGKILL");
      await once(worker, "exit");
      worker = await startWithRetries(() => startWorker(environment));
    },
    killPostgres: async () => {
      for (const pid of getPostgresStatus(dataDir).pids()) process.kill(pid, "SIGKILL");
      await postgres.release();
      postgres = await openEmbedded(dataDir, () => {});
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
      worker.kill("SIGKILL");
      for (const proxy of [...proxies, postgresProxy]) proxy.close();
      await resend.stop();
      await postgres.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Percent of requests to the provider. */
const FAULTS: [share: number, fault: ResendBehaviour][] = [
  [8, "reset-after"],
  [5, "reset-before"],
  [4, 429],
  [5, 500],
  [1, "hang"],
  [2, "slow"],
];

function pickFault(percentile: number): ResendBehaviour {
  const faults = FAULTS.flatMap(([share, fault]) => Array<ResendBehaviour>(share).fill(fault));
  return faults[percentile] ?? "accept";
}

/** Restarts a process until it stays up, also while the database is down. */
async function startWithRetries<T>(start: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}
