import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { withMigrationLock } from "@/lib/platform/database/migrations";
import { env } from "@/lib/platform/env";
import { createDraft, createEmptyDraft, readDraft } from "@/lib/wizard/drafts/writes";
import { waitForDatabase } from "@/server/startup/wait-for-database";
import { runScript } from "../support/processes/command";
import { expectRefusedStart } from "../support/servers/npm-start";
import { startTransactionPooler } from "../support/servers/pooler";

const dataDir = path.join(tmpdir(), "matricula-never-made");

const mail = { RESEND_API_KEY: "re_x", MAIL_FROM: "a@school.example" };
const ownDatabase = { DATABASE_URL: "postgresql://x@127.0.0.1:1/x", APP_URL: "https://x.example", ...mail };

test.each([
  [
    "a database of one's own without Resend",
    { ...ownDatabase, RESEND_API_KEY: "" },
    "RESEND_API_KEY is missing",
  ],
  [
    "a database of one's own without its address",
    { ...ownDatabase, APP_URL: "" },
    "APP_URL is missing. Links in",
  ],
  ["a database that is no PostgreSQL", { DATABASE_URL: "mysql://x" }, "begins with postgresql://"],
  ["a malformed address", { DATABASE_URL: "postgresql://x:a/b@h:5432/x" }, "DATABASE_URL must be an address"],
  ["an ENV_FILE that is not there", { ENV_FILE: "/nowhere/.env" }, "ENV_FILE names /nowhere/.env"],
  ["a port that is none", { PORT: "seventy" }, "PORT"],
  ["a pool of one", { DATABASE_POOL_SIZE: "1" }, "DATABASE_POOL_SIZE"],
])("a start refuses %s with a message and exit code 1", async (_, env, message) => {
  const { code, printed } = await expectRefusedStart({ dataDir, env });
  expect(printed).toContain(message);
  expect(printed).not.toContain("    at ");
  expect([code, existsSync(dataDir)]).toEqual([1, false]);
});

test("a start refuses a port that is taken before it creates a database", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const { code, printed } = await expectRefusedStart({ dataDir, env: { PORT: String(port) } });
  other.close();
  expect([code, existsSync(dataDir)]).toEqual([1, false]);
  expect(printed).toMatch(/^Port \d+ is taken\. Set PORT to another one[^\n]*\n$/);
});

test("a start refuses drafts that it cannot decrypt; `db -- forget-drafts` deletes them", async () => {
  env.DRAFT_KEYS = randomBytes(32).toString("base64");
  const token = await createDraft(createEmptyDraft());
  const start = {
    ...ownDatabase,
    DATABASE_URL: env.DATABASE_URL as string,
    DRAFT_KEYS: randomBytes(32).toString("base64"),
  };
  const { code, printed } = await expectRefusedStart({ dataDir: env.DATA_DIR, env: start });
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining("1 unfinished form of families cannot be read"),
  ]);
  expect(printed).toContain("npm run db -- forget-drafts");
  expect(await readDraft(token)).toBeDefined();

  const deleteDrafts = (keys: string) => runScript("database", ["forget-drafts"], { DRAFT_KEYS: keys });
  expect((await deleteDrafts(env.DRAFT_KEYS)).stdout).toBe("Deleted 0 unfinished forms.\n");
  expect((await deleteDrafts(start.DRAFT_KEYS)).stdout).toBe("Deleted 1 unfinished form.\n");
  expect(await readDraft(token)).toBeUndefined();
});

test("waits for a starting database; reports one that is unreachable or refuses access", async () => {
  const url = new URL(env.DATABASE_URL as string);
  const steps: string[] = [];
  const unreachable = waitForDatabase(
    "postgresql://x@127.0.0.1:1/x",
    (step) => steps.push(step),
    undefined,
    0,
  );
  await expect(unreachable).rejects.toThrow(
    "PostgreSQL does not answer at the address in DATABASE_URL (ECONNREFUSED).",
  );
  const wrong = Object.assign(new URL(url), { password: "wrong" }).href;
  await expect(waitForDatabase(wrong, () => {})).rejects.toThrow("refuses the password in DATABASE_URL");
  const nowhere = Object.assign(new URL(url), { pathname: "/nowhere" }).href;
  await expect(waitForDatabase(nowhere, () => {})).rejects.toThrow("does not exist. Create it first.");
  await expect(waitForDatabase(url.href, () => {})).resolves.toBeUndefined();

  // Refuses connections at first, like a starting database.
  const proxy = createServer((socket) => {
    const upstream = connect(Number(url.port), url.hostname);
    socket.pipe(upstream).pipe(socket);
    for (const socketEnd of [socket, upstream]) socketEnd.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  await new Promise((resolve) => proxy.close(resolve));
  const delayedUrl = Object.assign(new URL(url), { port: String(port) }).href;
  const waiting = waitForDatabase(delayedUrl, () => void proxy.listen(port, "127.0.0.1"));
  await expect(waiting).resolves.toBeUndefined();
  proxy.close();
});

test("rejects a pooler in transaction mode", async () => {
  const url = new URL(env.DATABASE_URL as string);
  const pooler = await startTransactionPooler(Number(url.port));
  const pooled = Object.assign(new URL(url), { port: String(pooler.port) }).href;
  for (const connect of [
    () => waitForDatabase(pooled, () => {}),
    () => withMigrationLock(pooled, {}, async () => {}),
  ])
    await expect(connect()).rejects.toThrow("pooler in transaction mode");
  await expect(withMigrationLock(url.href, {}, async () => "done")).resolves.toBe("done");
  pooler.close();
});

test("`.env` provides variables that the environment does not set", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "env-file-"));
  const file = path.join(folder, "school.env");
  await writeFile(file, "PORT=seventy\nDATABASE_POOL_SIZE=1\n");
  const { printed } = await expectRefusedStart({ dataDir, env: { ENV_FILE: file, PORT: "0" } });
  expect(printed).toContain("DATABASE_POOL_SIZE");
  expect(printed).not.toContain("PORT");
  await rm(folder, { recursive: true });
});
