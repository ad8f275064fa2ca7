import { afterEach, expect, test } from "vitest";
import { actionKey } from "./action-key";

afterEach(() => {
  delete process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY;
});

test("machines that start at once build with one key; the environment's goes first", async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => actionKey()));
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(keys[0] ?? "", "base64")).toHaveLength(32);
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = "given";
  expect(await actionKey()).toBe("given");
});
