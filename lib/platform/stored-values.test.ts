import { expect, test } from "vitest";
import { isStorable } from "./stored-values";

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

test.each<[unknown, boolean]>([
  ["Ada", true],
  ["𝒳 👩‍👧", true],
  ["\\u0000", true],
  ["a\0", false],
  ["\ud800", false],
  ["x\udc00y", false],
  [{ a: ["", null, 1, true, { b: "c" }] }, true],
  [{ a: [{ b: "\0" }] }, false],
  [{ "a\0": 1 }, false],
  [{ a: { "\udfff": 1 } }, false],
  [nested(32), true],
  [nested(33), false],
])("%j can be stored: %s", (value, expected) => expect(isStorable(value)).toBe(expected));
