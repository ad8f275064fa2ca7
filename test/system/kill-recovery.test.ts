import { statSync } from "node:fs";
import { chown } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { anAdult } from "../support/data/factories";
import { signalAll } from "../support/processes/signal";
import { createTestFolder } from "../support/processes/test-folder";
import { getPostgresStatus, startMatricula } from "../support/servers/npm-start";
import { ensureBuild } from "../support/servers/production-build";

const ADULT = "academic/adult_enrollment";
/** Not root; start.test.ts starts as root. */
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();
const folder = await createTestFolder();
const dataDir = path.join(folder, "data");
const postgres = getPostgresStatus(dataDir);
beforeAll(async () => {
  await ensureBuild();
  if (isRoot) await chown(folder, user.uid, user.gid);
});

describe("after kill -9", () => {
  let running: Awaited<ReturnType<typeof startMatricula>>;
  const start = () => startMatricula({ dataDir, ...(isRoot && { user }) });

  test("(set-up: starts as an ordinary user)", async () => {
    running = await start();
    expect((await running.api("POST", ADULT, { body: anAdult() })).status).toBe(201);
    expect(statSync(path.join(dataDir, "postgres")).uid).toBe(user.uid);
  });

  test("of all processes: the next start recovers without lost commits", async () => {
    const adults = Array.from({ length: 60 }, () => anAdult());
    const posts = adults.map((body) => running.api("POST", ADULT, { body }).catch(() => undefined));
    await Promise.any(posts);
    signalAll([running.pid, ...running.serving(), ...postgres.pids()], "SIGKILL");
    const answers = await Promise.all(posts);

    running = await start();
    expect(postgres.log()).toContain("automatic recovery in progress");
    const stored = adults.filter((_, index) => answers[index]?.status === 201);
    expect(stored.length).toBeGreaterThan(0);
    const sendAgain = (body: object) => async () => (await running.api("POST", ADULT, { body })).status;
    for (const body of stored) await expect.poll(sendAgain(body)).toBe(409);
    await expect.poll(sendAgain(anAdult())).toBe(201);
  });

  test("of PostgreSQL: the server restarts it, and answers 503 meanwhile", async () => {
    signalAll(postgres.pids(), "SIGKILL");
    const enroll = async () => (await running.api("POST", ADULT, { body: anAdult() })).status;
    const statuses: number[] = [];
    await expect.poll(async () => statuses[statuses.push(await enroll()) - 1]).toBe(201);
    expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
  });

  test("of the server's processes: the next start waits for the old PostgreSQL, and stops its own", async () => {
    signalAll([...running.serving(), running.pid], "SIGKILL");
    await running.ended;
    running = await start();
    expect((await running.api("GET", "general/terms")).status).toBe(200);
    expect(await running.stop("SIGTERM")).toBe(0);
    expect(running.printed()).not.toContain("    at ");
    expect(postgres.pids()).toEqual([]);
    expect(postgres.log()).toMatch(/database system is shut down$/);
  });
});
