import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, defaultScopes, findApiKeys } from "@/lib/api/keys";
import { prisma } from "@/lib/platform/database/prisma";
import { runInProcess, runScript } from "@/test/support/processes/command";
import { startApi } from "@/test/support/servers/api";
import * as commands from "./keys";

const keys = (...args: string[]) => runInProcess(commands.keys, ...args);
const KEY = /^mat_(live|test)_[0-9A-Za-z]{38}\n$/;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const readStatus = async (key: string) =>
  (await fetch(`${api.base}/api/v1/general/terms`, { headers: { Authorization: `Bearer ${key.trim()}` } }))
    .status;

test("5: `key create` prints the new key alone; it works at once, and stops at once when revoked", async () => {
  const { code, stdout, stderr } = await runScript("keys", ["create", "Conservatory"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(KEY);
  await expect.poll(() => readStatus(stdout)).toBe(200); // the other process's invalidation takes a moment

  const listed = await keys("list");
  expect(listed.stdout).toContain("Conservatory");
  expect(listed.stdout).not.toContain(stdout.trim());

  expect((await keys("revoke", "Conservatory")).code).toBe(0);
  await expect.poll(() => readStatus(stdout)).toBe(401);
  expect((await keys("revoke")).code).toBe(1);
  expect((await keys("revoke", "Conservatory")).stdout).toContain("was revoked before");
});

test("5: a key has the scopes and the last day that it was made with, and can be revoked by its prefix", async () => {
  const { stdout } = await keys(
    "create",
    "reader",
    "--scope",
    "catalogue:read",
    "--expires",
    "2999-06-30",
    "--test",
  );
  expect(stdout).toMatch(/^mat_test_/);
  const stored = await prisma().apiKey.findFirst({ where: { name: "reader" } });
  expect(stored?.scopes).toEqual(["catalogue:read"]);
  expect(stored?.expiresAt?.toISOString()).toBe("2999-06-30T22:00:00.000Z");
  expect(stdout).not.toContain(Buffer.from(stored?.hash ?? []).toString("hex"));

  await keys("revoke", stdout.slice(0, 17));
  expect(await readStatus(stdout)).toBe(401);
});

test("desk 31: creating, rotating and revoking a key writes audit entries under its name", async () => {
  await keys("create", "recorded");
  await keys("rotate", "recorded");
  await keys("revoke", "recorded");
  await keys("revoke", "recorded"); // it was already
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "api_key", objectId: "recorded" },
    orderBy: { id: "asc" },
    select: { actorKind: true, action: true },
  });
  const actions = ["key_made", "key_renewed", "key_stopped"];
  expect(entries).toEqual(actions.map((action) => ({ actorKind: "command", action })));
});

test("`key rotate` prints only the new secret; the previous one works until the overlap ends", async () => {
  const first = await keys("create", "rotating");
  const second = await keys("rotate", "rotating");
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(second.stdout).toMatch(KEY);
  expect(second.stdout).not.toBe(first.stdout);
  expect([await readStatus(first.stdout), await readStatus(second.stdout)]).toEqual([200, 200]);

  const third = await keys("rotate", "rotating", "--overlap", "0h");
  expect(third.stdout).toMatch(KEY);
  const statuses = [first, second, third].map(({ stdout }) => readStatus(stdout));
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);

  expect((await keys("rotate", "rotating", "--overlap", "30d")).code).toBe(0);
  expect((await keys("rotate", "rotating", "--overlap", "721h")).stderr).toBe(
    "--overlap must be 30 days or less.\n",
  );
  const [stored] = await prisma().apiKey.findMany({ where: { name: "rotating" } });
  const until = stored?.previousExpiresAt?.toISOString() as string;
  const line = (await keys("list")).stdout.split("\n").find((text) => text.startsWith("rotating"));
  expect(line).toMatch(new RegExp(`  ${until.slice(0, 10)} ${until.slice(11, 16)}Z$`));
  const listed = JSON.parse((await keys("list", "--json")).stdout) as Record<string, unknown>[];
  expect(listed.find(({ name }) => name === "rotating")).toMatchObject({
    previousExpiresAt: until,
    revokedAt: null,
    scopes: defaultScopes,
  });

  await keys("revoke", "rotating");
  expect((await keys("list")).stdout).not.toContain(until.slice(0, 10));
  expect((await keys("rotate", "rotating")).stderr).toContain("was revoked");
});

test("a key that reads all enrollments also gets the scope that the endpoints need", async () => {
  const { stdout } = await keys("create", "reader of all", "--scope", "enrollment:read_all");
  expect(await findApiKeys("reader of all")).toMatchObject([
    { scopes: ["enrollment:read_all", "enrollment:read"] },
  ]);
  const headers = { Authorization: `Bearer ${stdout.trim()}` };
  expect((await fetch(`${api.base}/api/v1/academic/enrollments`, { headers })).status).toBe(200);
});

test("a revoked key's name may be used again; commands then apply to the new key", async () => {
  const first = await keys("create", "again");
  expect((await keys("create", "again")).stderr).toContain("Choose another name, or revoke that one");
  await keys("revoke", "again");
  const created = await Promise.all(
    ["again", "again"].map((name) => createApiKey(createKeyInput(name)).catch(() => "")),
  );
  const [second] = created.filter((secret) => secret !== "");
  expect(created.filter((secret) => secret !== "")).toHaveLength(1);
  const third = await keys("rotate", "again", "--overlap", "0h");
  expect(await Promise.all([first.stdout, second ?? "", third.stdout].map(readStatus))).toEqual([
    401, 401, 200,
  ]);
  expect((await keys("revoke", "again")).stdout).toContain("Revoked “again”");
  expect(await readStatus(third.stdout)).toBe(401);
  expect((await keys("revoke", "again")).stdout).toContain("was revoked before");
});

const createKeyInput = (name: string) => ({
  name,
  scopes: defaultScopes,
  expiresAt: null,
  mode: "live" as const,
});

test.each([
  ["no command", [], "The command is missing"],
  ["an unknown command", ["frobnicate"], "There is no command"],
  ["no name", ["create"], "NAME is missing"],
  ["a name of two lines", ["create", "a\nb"], "NAME must have 1 to 100 characters, on one line"],
  ["a word too many", ["create", "a", "b"], "is an unexpected argument"],
  ["an unknown option", ["create", "a", "--nope"], "--nope"],
  ["an unknown scope", ["create", "a", "--scope", "everything"], "There is no scope"],
  ["a day that is none", ["create", "a", "--expires", "2027-02-30"], "--expires must be a day"],
  ["a day that has passed", ["create", "a", "--expires", "2020-01-01"], "has passed"],
  ["an overlap of more than thirty days", ["rotate", "x", "--overlap", "31d"], "30 days or less"],
  ["an overlap that is no time", ["rotate", "Conservatory", "--overlap", "soon"], "--overlap must be a time"],
  ["nobody's name", ["revoke", "nobody"], "No key has this name"],
])("misuse of `key` is answered with a message and exit code 1: %s", async (_, args, message) => {
  const { code, stdout, stderr } = await keys(...args);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("");
  expect(code).toBe(1);
});

test("`key --help` prints the usage", async () => {
  const { code, stdout } = await keys("--help");
  expect(stdout).toContain("revoke NAME-OR-PREFIX");
  expect(code).toBe(0);
});
