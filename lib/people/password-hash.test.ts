import { expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash";

// Elsewhere passwords cost the tests next to nothing (test/runner/setup.ts); here what they cost whoever steals them.
vi.hoisted(() => {
  (globalThis as { __matricula?: Map<string, unknown> }).__matricula?.delete("password cost");
});

test("argon2id with a salt of its own; the same text in another Unicode form is the same password", async () => {
  const [one, two] = await Promise.all([hashPassword("limón"), hashPassword("limón")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=32768,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await verifyPassword("limo\u0301n", one)).toBe(true);
  expect(await verifyPassword("limon", one)).toBe(false);
  expect(await verifyPassword("", undefined)).toBe(false);
});
