import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { reservePort } from "../support/processes/free-port";
import { createTestFolder } from "../support/processes/test-folder";
import { getPostgresStatus, spawnStart, startMatricula } from "../support/servers/npm-start";
import { ensureBuild } from "../support/servers/production-build";

const folder = await createTestFolder();
beforeAll(ensureBuild);

const ownDatabase = () => ({
  DATABASE_URL: env.DATABASE_URL as string,
  APP_URL: "http://localhost:3000",
  MAIL_TRANSPORT: "mailbox",
});

/** Steps of a start by their log lines; kills while serving: kill-recovery.test.ts. */
test.each(["Initialising PostgreSQL", "Seeding the demo school"])(
  "SIGTERM right after “%s” leaves no process and no PostgreSQL behind",
  async (step) => {
    const dataDir = path.join(folder, step.replace(/\W/g, ""));
    const start = spawnStart({ dataDir });
    await start.until(step);
    process.kill(start.pid, "SIGTERM");
    expect(await start.ended).toBe(0);
    expect(start.printed()).not.toContain("    at ");
    expect(getPostgresStatus(dataDir).pids()).toEqual([]);
    expect(getPostgresStatus(dataDir).log()).toMatch(/database system is shut down$/);
  },
);

test("kill -9 while it starts: the next start uses the running PostgreSQL and stops it at its end", async () => {
  const dataDir = path.join(folder, "killed");
  const start = spawnStart({ dataDir });
  await start.until("Seeding the demo school");
  const postgres = getPostgresStatus(dataDir);
  const [postmaster] = postgres.pids();
  expect(postmaster).toBeDefined();
  process.kill(start.pid, "SIGKILL");
  await start.ended;
  const next = await startMatricula({ dataDir });
  expect(postgres.pids()[0]).toBe(postmaster);
  expect(await next.stop("SIGTERM")).toBe(0);
  expect(postgres.pids()).toEqual([]);
  expect(postgres.log()).toMatch(/database system is shut down$/);
});

test("SIGTERM before the database answers ends at once without creating files", async () => {
  const dataDir = path.join(folder, "never");
  const own = { DATABASE_URL: "postgresql://x@127.0.0.1:1/x", APP_URL: "https://x.example" };
  const start = spawnStart({ dataDir, env: { ...own, MAIL_TRANSPORT: "mailbox" } });
  await start.until("Waiting for PostgreSQL");
  process.kill(start.pid, "SIGTERM");
  expect(await start.ended).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test("SIGTERM while another process migrates ends at once", async () => {
  const other = await getPool().connect();
  await other.query(
    "select pg_advisory_lock(3); update pgboss.queue set retry_limit = 0 where name = 'mail'",
  );
  const start = spawnStart({ dataDir: path.join(folder, "waits"), env: ownDatabase() });
  await start.until("Waiting for PostgreSQL's process");
  process.kill(start.pid, "SIGTERM");
  let code: number | null = null;
  void start.ended.then((ended) => (code = ended));
  await expect.poll(() => code).toBe(0); // otherwise it gives up after a minute
  expect(start.printed()).not.toContain("    at ");
  await other.query("select pg_advisory_unlock(3)");
  other.release();
});

describe("on an empty database of the operator", () => {
  let base: string;
  let start: ReturnType<typeof spawnStart>;
  beforeAll(async () => {
    await getPool().query("alter table pgboss.schedule rename to out_of_reach"); // needed by every job
    const port = await reservePort();
    base = `http://127.0.0.1:${port}`;
    start = spawnStart({
      dataDir: path.join(folder, "grace"),
      env: {
        ...ownDatabase(),
        PORT: String(port),
        PROCESSES: "1",
        DRAFT_KEYS: Buffer.alloc(32, 1).toString("base64"),
      },
    });
    await start.until("Try it:");
  });

  test("pages without a school year have a notice and a contact in each language", async () => {
    const notices = { "/enroll": "La matrícula está cerrada", "/ca/enroll": "La matrícula està tancada" };
    for (const [path, notice] of Object.entries(notices)) {
      const page = /<main.*<\/main>/s.exec(await (await fetch(base + path)).text())?.[0] ?? "";
      expect(page).toContain(notice);
      expect(page).toMatch(/href="mailto:[^"]+@/);
      expect(page.match(/<h2/g)).toBeNull(); // no heading of years without any
      expect(page).not.toContain("/enroll/");
    }
    for (const path of ["", "/en"]) expect((await fetch(base + path)).status).toBe(200);
    for (const step of ["/enroll/birth-date", "/enroll/school-year", "/enroll/check"]) {
      const answer = await fetch(base + step, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([307, "/enroll"]);
    }
  });

  test("serves while jobs cannot start, and starts them later", async () => {
    expect(await prisma().workerBeat.count()).toBe(0);
    await getPool().query("alter table pgboss.out_of_reach rename to schedule");
    await expect.poll(() => prisma().workerBeat.count()).toBe(1);
  });

  test("after SIGTERM /readyz answers 503 during the grace period while requests are served", async () => {
    const readStatus = async () =>
      ((await (await fetch(`${base}/readyz`)).json()) as { status: string }).status;
    await expect.poll(readStatus).toBe("ready");
    process.kill(start.pid, "SIGTERM");
    await expect.poll(readStatus).toBe("stopping");
    const requests = ["readyz", "healthz", "api/v1/general/terms"].map((path) => fetch(`${base}/${path}`));
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([503, 200, 401]);
    expect(await start.ended).toBe(0);
  });
});
