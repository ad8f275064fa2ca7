import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import {
  backUpEmbedded,
  backUpExternal,
  backUpKeys,
  restoreEmbedded,
  restoreExternal,
} from "@/lib/platform/database/backup";
import { openEmbedded } from "@/lib/platform/database/embedded";
import { migrate } from "@/lib/platform/database/migrations";
import { env } from "@/lib/platform/env";
import { runScript } from "@/test/support/processes/command";

const folder = await mkdtemp(path.join(tmpdir(), "backup-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const listOpenFiles = async () => {
  const files = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ""));
  return Promise.all(files);
};

async function open(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

test("a backup made during writes has every earlier row and can be restored elsewhere", async () => {
  const file = path.join(folder, "school.tar");
  const first = await openEmbedded(path.join(folder, "one"), () => {});
  if (existsSync("/proc/self/fd")) expect((await listOpenFiles()).join()).not.toContain("postgres.log");
  const client = await open(first.url);
  await migrate(first.url);
  const keyIn = async (one: pg.Client) =>
    (await one.query("select epoch, id_key from event_counter")).rows[0];
  const lost = await keyIn(client);
  await client.query("create table families (id serial primary key, name text)");
  await client.query("insert into families (name) select 'family ' || n from generate_series(1, 20000) n");
  const writer = await open(first.url);
  let writing = true;
  const writes = (async () => {
    while (writing) await writer.query("insert into families (name) values ('meanwhile')");
  })();
  const dataDir = path.join(folder, "one");
  await mkdir(path.join(dataDir, "mailbox"));
  for (const name of ["draft-keys", "demo-api-key", "mailbox/1.json"])
    await writeFile(path.join(dataDir, name), `secret of ${name}`);
  await backUpEmbedded(first.url, dataDir, file);
  writing = false;
  await writes;
  for (const one of [file, `${file}.keys`]) expect((await stat(one)).mode & 0o777).toBe(0o600);
  const password = await readFile(path.join(dataDir, "postgres-password"), "utf8");
  const opens = ["secret of draft-keys", "secret of demo-api-key", password];
  const [sealed, keys] = [await readFile(file), await readFile(`${file}.keys`)];
  for (const secret of opens) expect([sealed.includes(secret), keys.includes(secret)]).toEqual([false, true]);
  expect(sealed.includes("secret of mailbox")).toBe(false);
  await backUpEmbedded(first.url, dataDir, `${file}.whole`, { withMailbox: true });
  expect((await readFile(`${file}.whole`)).includes("secret of mailbox")).toBe(true);
  await expect(backUpEmbedded(first.url, path.join(folder, "one"), file)).rejects.toThrow("is there already");
  await Promise.all([client.end(), writer.end()]);
  await first.release();

  await expect(restoreEmbedded(path.join(folder, "one"), file)).rejects.toThrow("move it away first");
  await rename(`${file}.keys`, `${file}.apart`);
  await expect(restoreEmbedded(path.join(folder, "two"), file)).rejects.toThrow("school.tar.keys is missing");
  await rename(`${file}.apart`, `${file}.keys`);
  await restoreEmbedded(path.join(folder, "two"), file);
  expect(await readFile(path.join(folder, "two", "draft-keys"), "utf8")).toBe("secret of draft-keys");
  const second = await openEmbedded(path.join(folder, "two"), () => {});
  const restored = await open(second.url);
  const { rows } = await restored.query("select count(*)::int as all, max(id) as last from families");
  expect(rows[0].all).toBeGreaterThanOrEqual(20_000);
  expect(rows[0].all).toBe(rows[0].last);
  const anew = await keyIn(restored); // integrators 17
  expect([lost.epoch, anew.epoch, anew.id_key.equals(lost.id_key)]).toEqual(["1", "2", false]);
  await restored.end();
  await second.release();
});

const { stdout: version } = spawnSync("pg_dump", ["--version"], { encoding: "utf8" });
/** As new as the PostgreSQL of the tests. */
const hasPrograms = Number(/ (\d+)\./.exec(version ?? "")?.[1] ?? 0) >= 18;

test.runIf(hasPrograms)(
  "an external database is restored with its jobs; an incomplete backup changes nothing",
  async () => {
    const url = env.DATABASE_URL as string;
    const file = path.join(folder, "own.backup");
    const client = await open(url);
    const families = async () => (await client.query("select name from families order by 1")).rows;
    const jobs = "select count(*)::int from pg_class where relnamespace = 'pgboss'::regnamespace";
    await client.query("create table families (name text); insert into families values ('Puig')");
    const { rows: jobsBefore } = await client.query(jobs);
    await writeFile(path.join(folder, "draft-keys"), "secret of draft-keys");
    await backUpExternal(url, folder, file);
    expect((await readFile(`${file}.keys`)).includes("secret of draft-keys")).toBe(true);
    await client.query("insert into families values ('Vidal'); drop table pgboss.job cascade");

    const half = path.join(folder, "half.backup");
    const whole = await readFile(file);
    await writeFile(half, whole.subarray(0, whole.length - 200));
    await expect(restoreExternal(url, folder, half)).rejects.toThrow("pg_restore: error");
    expect(await families()).toEqual([{ name: "Puig" }, { name: "Vidal" }]);

    const other = path.join(folder, "other");
    await restoreExternal(url, other, file);
    expect(await readFile(path.join(other, "draft-keys"), "utf8")).toBe("secret of draft-keys");
    expect(await families()).toEqual([{ name: "Puig" }]);
    expect((await client.query(jobs)).rows).toEqual(jobsBefore);
    await client.end();
  },
);

test("a backup that cannot connect, or has no tar, leaves no file and says what is missing", async () => {
  const dataDir = path.join(folder, "unreachable");
  await mkdir(dataDir);
  const backUp = () => backUpEmbedded("postgresql://127.0.0.1:1/none", dataDir, path.join(dataDir, "a.tar"));
  await expect(backUp()).rejects.toThrow("ECONNREFUSED");
  expect(await readdir(dataDir)).toEqual([]);
  vi.stubEnv("PATH", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(backUpKeys(dataDir, path.join(folder, "no-tar"))).rejects.toThrow(
    /^tar is not on this machine\. Install it\.$/,
  );
});

test("before the first start a backup fails without creating a database", async () => {
  const none = path.join(folder, "none");
  const backUp = await runScript("database", ["backup", path.join(folder, "none.tar")], {
    DATABASE_URL: "",
    DATA_DIR: none,
  });
  expect([backUp.code, backUp.stderr]).toEqual([1, expect.stringContaining("There is no database in")]);
  expect([existsSync(none), existsSync(path.join(folder, "none.tar"))]).toEqual([false, false]);
});

test("keys are backed up before DATA_DIR exists: there are none", async () => {
  const file = path.join(folder, "early.backup");
  await backUpKeys(path.join(folder, "none"), file);
  expect(spawnSync("tar", ["-tf", `${file}.keys`], { encoding: "utf8" })).toMatchObject({
    status: 0,
    stdout: "",
  });
});
