import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { type StaffRole, staffRoles } from "@/lib/people/staff/permissions";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { createDeskCookie } from "../fuzz/read-requests";
import { measureTimeoutScale } from "../runner/timeout-scale";
import { getRunArgs } from "../support/processes/programs";
import { startMatricula } from "../support/servers/npm-start";

export type SingleMachine = Awaited<ReturnType<typeof startSingleMachine>>;

/** Requests interrupted by a kill may be answered 503 for this time. */
const troubleMs = () => Math.ceil(8_000 * measureTimeoutScale());

const WITHOUT_LIMITS = Object.fromEntries(
  [
    "READS_PER_MINUTE",
    "WRITES_PER_MINUTE",
    "FAILED_AUTH_PER_MINUTE",
    "FORM_STEPS_PER_MINUTE",
    "FORM_DRAFTS_PER_HOUR",
  ].map((name) => [`RATE_LIMIT_${name}`, "0"]),
);

/** `npm start` with two serving processes and a provider; can be killed and restored. */
export async function startSingleMachine() {
  const folder = await mkdtemp(path.join(tmpdir(), "matricula-shapes-"));
  const resend = await startResendStandIn({ slowMs: 100 });
  const environment = {
    ...WITHOUT_LIMITS,
    ...{ PROCESSES: "2", LOG_LEVEL: "error", MAIL_TRANSPORT: "resend", RESEND_BASE_URL: resend.url },
    ...{ RESEND_API_KEY: "re_soak", MAIL_FROM: "Escuela <no-reply@escuela.example>" },
  };
  let restores = 0;
  let troubledUntil = 0;
  const dataDir = () => path.join(folder, `data-${restores}`);
  const start = () => {
    process.env.DATABASE_PATIENCE = String(Math.ceil(measureTimeoutScale() * 10) / 10); // its bounds are those of the machine as it is now
    return startMatricula({ dataDir: dataDir(), env: environment });
  };
  let matricula = await start();
  const cookies = new Map<StaffRole, string>();
  for (const role of staffRoles) cookies.set(role, await createDeskCookie(dataDir(), role));

  /** Errors during a fault are ignored. */
  async function troubled(work: () => Promise<unknown>) {
    troubledUntil = Number.POSITIVE_INFINITY;
    await work();
    await allServe();
    troubledUntil = Date.now() + troubleMs();
  }
  async function allServe() {
    for (;;) {
      const asking = { headers: { Connection: "close" }, signal: AbortSignal.timeout(troubleMs()) }; // of a dead one no answer comes
      const said = await fetch(`${matricula.base}/readyz`, asking).then((answer) => answer.text(), String);
      if (/"status":"(?:ready|degraded)"/.test(said) && !said.includes('"processes"')) return;
      await sleep(100);
    }
  }
  async function command(name: string, ...args: string[]) {
    const env = { ...process.env, ...environment, ENV_FILE: "", DATA_DIR: dataDir() };
    const program = [...getRunArgs(`commands/${name}.ts`), ...args];
    return (await promisify(execFile)(process.execPath, program, { env, maxBuffer: 1e9 })).stdout;
  }
  return {
    resend,
    file: (name: string) => path.join(folder, name),
    cookieOf: (role: StaffRole) => cookies.get(role) as string,
    keyNow: async () => (await readFile(path.join(dataDir(), "demo-api-key"), "utf8")).trim(),
    port: () => Number(new URL(matricula.base).port),
    serving: () => matricula.serving(),
    printed: () => matricula.printed(),
    isTroubled: () => Date.now() < troubledUntil,
    command,
    query: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) => {
      const embedded = await openEmbedded(dataDir(), () => {});
      const client = new pg.Client(embedded.url);
      await client.connect();
      const asked = client.query<Row>(sql, values).finally(() => client.end());
      return (await asked.finally(() => embedded.release())).rows;
    },
    killServing: (pid: number) =>
      troubled(async () => {
        process.kill(pid, "SIGKILL");
        while (matricula.serving().length < 2 || matricula.serving().includes(pid)) await sleep(100);
      }),
    reload: async () => process.kill(matricula.pid, "SIGUSR2"), // which no request notices
    killAll: () =>
      troubled(async () => {
        await matricula.stop("SIGKILL");
        matricula = await start();
      }),
    /** Restores a backup into an empty folder. */
    restore: () =>
      troubled(async () => {
        const backup = path.join(folder, `backup-${restores}`);
        await command("database", "backup", backup);
        await matricula.stop();
        restores += 1;
        await command("database", "restore", backup);
        matricula = await start();
      }),
    stop: async () => {
      await matricula.stop();
      await resend.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
