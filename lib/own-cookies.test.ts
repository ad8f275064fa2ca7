import { expect, test } from "vitest";
import { isUnderWay } from "./own-cookies";

test.each([
  [undefined, false, false],
  ["_ga=1; device=x; desk-held=y; matricula_drafts=z", false, false],
  ["_ga=1; matricula_draft=abc", false, true],
  ["session=abc", false, true],
  ["desk=abc; device=x", false, true],
  ["__Host-session=abc", true, true],
  ["session=abc", true, false],
])("%s (by TLS: %s) is of somebody in the middle of something: %s", (header, secure, expected) => {
  expect(isUnderWay(header, secure)).toBe(expected);
});
