import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@/lib/database/embedded-postmaster";
import { env } from "@/lib/env";
import { built } from "./build";
import { stopChildren } from "./children";
import { postgresIn, spawnStart } from "./matricula";

let folder: string;
beforeAll(async () => {
  await built();
  folder = await mkdtemp(path.join(tmpdir(), "matricula-stopped-"));
}, 300_000);
afterAll(async () => {
  await stopChildren();
  await rm(folder, { recursive: true, force: true });
});

/** Every step of a start on an empty DATA_DIR, by what it says when it begins. */
test.each(["Initialising PostgreSQL", "Seeding the demo school", "Try it:"])(
  "SIGTERM right after “%s” leaves no process and no PostgreSQL behind",
  { timeout: 120_000 },
  async (words) => {
    const dataDir = path.join(folder, words.replace(/\W/g, ""));
    const start = spawnStart({ dataDir });
    await start.until(words);
    process.kill(start.pid, "SIGTERM");
    expect(await start.ended).toBe(0);
    expect(start.printed()).not.toContain("    at ");
    expect(postgresIn(dataDir).pids()).toEqual([]);
    expect(postgresIn(dataDir).log()).toMatch(/database system is shut down$/);
  },
);

test("SIGTERM before the database answers ends at once, and nothing was made", async () => {
  const dataDir = path.join(folder, "never");
  const own = { DATABASE_URL: "postgresql://x@127.0.0.1:1/x", APP_URL: "https://x.example" };
  const start = spawnStart({ dataDir, env: { ...own, MAIL_TRANSPORT: "mailbox" } });
  await start.until("Waiting for PostgreSQL");
  process.kill(start.pid, "SIGTERM");
  expect(await start.ended).toBe(0);
  expect(existsSync(dataDir)).toBe(false);
});

test("told to stop, /readyz says 503 for the grace while everything is still answered", {
  timeout: 120_000,
}, async () => {
  const port = await freePort(0);
  const base = `http://127.0.0.1:${port}`;
  const start = spawnStart({
    dataDir: path.join(folder, "grace"),
    env: {
      PORT: String(port),
      DATABASE_URL: env.DATABASE_URL as string,
      APP_URL: "http://localhost:3000",
      MAIL_TRANSPORT: "mailbox",
      SHUTDOWN_GRACE_SECONDS: "3",
      DRAFT_KEYS: Buffer.alloc(32, 1).toString("base64"),
    },
  });
  await start.until("Try it:");
  const word = async () => ((await (await fetch(`${base}/readyz`)).json()) as { status: string }).status;
  expect(await word()).toBe("ready");
  process.kill(start.pid, "SIGTERM");
  await expect.poll(word).toBe("stopping");
  expect((await fetch(`${base}/readyz`)).status).toBe(503);
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  expect((await fetch(`${base}/api/v1/general/terms`)).status).toBe(401);
  expect(await start.ended).toBe(0);
});
