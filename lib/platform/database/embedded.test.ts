import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { getPostgresStatus } from "@/test/support/servers/npm-start";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "matricula-embedded-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const join = () => openEmbedded(dataDir, () => {});

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on("error", () => {});
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}

/** Whether somebody holds the server's lock. */
async function served(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_locks where locktype = 'advisory' and objid = 2");
  await client.end();
  return rowCount === 1;
}

test("processes that start at once initialise one PostgreSQL, and the last user stops it", async () => {
  const all = await Promise.all([join(), join(), join()]);
  expect(new Set(all.map(({ url }) => url)).size).toBe(1);
  const [first, ...others] = all;
  await Promise.all(others.map((other) => other.release()));
  expect(await answers(first?.url ?? "")).toBe(true);
  await first?.release();
  expect(getPostgresStatus(dataDir).pids()).toEqual([]);
  expect((await readdir(dataDir)).filter((name) => name.includes("new-"))).toEqual([]);
});

test("a process that joins while the last one leaves gets a running PostgreSQL", async () => {
  let current = await join();
  for (let round = 0; round < 10; round++) {
    const [next] = await Promise.all([join(), current.release()]);
    expect(await answers(next.url)).toBe(true);
    current = next;
  }
  await current.release();
});

test("one server at a time; its PostgreSQL restarts when it is killed", async () => {
  const server = await join();
  expect(await server.claimServer()).toBe(true);
  process.kill(getPostgresStatus(dataDir).pids()[0] as number, "SIGKILL");
  await expect.poll(() => answers(server.url)).toBe(true);

  await expect.poll(() => served(server.url)).toBe(true);
  const command = await join();
  expect(await command.claimServer()).toBe(false);
  await command.release();
  expect(await answers(server.url)).toBe(true);
  await server.release();
  expect(getPostgresStatus(dataDir).pids()).toEqual([]);
});
