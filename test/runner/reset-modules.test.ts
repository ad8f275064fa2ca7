import { expect, test } from "vitest";
import { resetModules } from "./reset-modules";

test("a test file finds no state of the previous one, even if that still runs", async () => {
  const before = await import("@/lib/platform/singleton");
  before.singleton("made", () => "before");
  process.env.LEFT_BEHIND = "yes";
  resetModules();
  const after = await import("@/lib/platform/singleton");
  before.singleton("made late", () => "before");
  expect([after.findSingleton("made"), after.findSingleton("made late")]).toEqual([undefined, undefined]);
  expect(before.findSingleton("made")).toBe("before");
  expect(process.env.LEFT_BEHIND).toBeUndefined();
});
