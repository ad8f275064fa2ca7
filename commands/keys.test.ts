import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/prisma";
import { startApi } from "@/test/api";
import { runHere, runScript } from "@/test/command";
import * as commands from "./keys";

const keys = (...args: string[]) => runHere(commands.keys, ...args);
const KEY = /^mat_(live|test)_[0-9A-Za-z]{38}\n$/;

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const statusWith = async (key: string) =>
  (await fetch(`${api.base}/api/v1/general/terms`, { headers: { Authorization: `Bearer ${key.trim()}` } }))
    .status;

test("5: `key create` prints the new key alone; it works at once, and stops at once when revoked", async () => {
  const { code, stdout, stderr } = await runScript("keys", ["create", "Conservatory"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(KEY);
  expect(await statusWith(stdout)).toBe(200);

  const listed = await keys("list");
  expect(listed.stdout).toContain("Conservatory");
  expect(listed.stdout).not.toContain(stdout.trim());

  expect((await runScript("keys", ["revoke", "Conservatory"])).code).toBe(0);
  expect(await statusWith(stdout)).toBe(401);
  expect((await runScript("keys", ["revoke"])).code).toBe(1);
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
  const stored = await prisma().apiKey.findUnique({ where: { name: "reader" } });
  expect(stored?.scopes).toEqual(["catalogue:read"]);
  expect(stored?.expiresAt?.toISOString()).toBe("2999-06-30T22:00:00.000Z");
  expect(stdout).not.toContain(Buffer.from(stored?.hash ?? []).toString("hex"));

  await keys("revoke", stdout.slice(0, 17));
  expect(await statusWith(stdout)).toBe(401);
});

test("`key rotate` prints the new secret alone; the one before works for the overlap, and not a moment longer", async () => {
  const first = await keys("create", "rotating");
  const second = await keys("rotate", "rotating");
  expect(second).toMatchObject({ code: 0, stderr: "" });
  expect(second.stdout).toMatch(KEY);
  expect(second.stdout).not.toBe(first.stdout);
  expect([await statusWith(first.stdout), await statusWith(second.stdout)]).toEqual([200, 200]);

  const third = await keys("rotate", "rotating", "--overlap", "0h");
  expect(third.stdout).toMatch(KEY);
  const statuses = [first, second, third].map(({ stdout }) => statusWith(stdout));
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);

  await keys("revoke", "rotating");
  expect((await keys("rotate", "rotating")).stderr).toContain("was revoked");
});

test.each([
  ["no command", [], "Which command?"],
  ["an unknown command", ["frobnicate"], "There is no command"],
  ["no name", ["create"], "NAME is missing"],
  ["a word too many", ["create", "a", "b"], "one word too many"],
  ["an unknown option", ["create", "a", "--nope"], "--nope"],
  ["an unknown scope", ["create", "a", "--scope", "everything"], "There is no scope"],
  ["a day that is none", ["create", "a", "--expires", "2027-02-30"], "--expires must be a day"],
  ["a day that has passed", ["create", "a", "--expires", "2020-01-01"], "has passed"],
  ["a name that is taken", ["create", "Conservatory"], "Choose another name"],
  ["an overlap that is no time", ["rotate", "Conservatory", "--overlap", "soon"], "--overlap must be a time"],
  ["nobody's name", ["revoke", "nobody"], "No key has this name"],
])("misuse of `key` is answered with words and exit code 1: %s", async (_, args, words) => {
  const { code, stdout, stderr } = await keys(...args);
  expect(stderr).toContain(words);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("");
  expect(code).toBe(1);
});

test("`key --help` explains", async () => {
  const { code, stdout } = await keys("--help");
  expect(stdout).toContain("revoke NAME-OR-PREFIX");
  expect(code).toBe(0);
});
