import { expect, test } from "vitest";
import { cookieLifetimes, formatSetCookie, hasActiveSession, readCookie } from "./page-request";

test.each([
  [undefined, false, false],
  ["_ga=1; device=x; desk-held=y; matricula_drafts=z", false, false],
  ["_ga=1; matricula_draft=abc", false, true],
  ["session=abc", false, true],
  ["desk=abc; device=x", false, true],
  ["__Host-session=abc", true, true],
  ["session=abc", true, false],
])("%s (by TLS: %s) is of somebody in the middle of something: %s", (header, secure, expected) => {
  expect(hasActiveSession(header, secure)).toBe(expected);
});

test("cookies live thirty days (draft), twelve hours (desk), four hundred days (device), an hour (typed values)", () => {
  const seconds = { matricula_draft: 2_592_000, desk: 43_200, "desk-device": 34_560_000, "desk-held": 3_600 };
  expect(cookieLifetimes).toEqual(seconds);
});

test.each([
  [undefined, undefined],
  ["desk-held=a; desk=b; session=c=d", "b"],
  ["desk-held=a", undefined],
])("of %s the desk's cookie is %s", (header, expected) => {
  expect(readCookie(header, "desk")).toBe(expected);
});

test("a cookie that only this server reads", () => {
  const common = "abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax";
  expect(formatSetCookie("desk", "abc", 60, false)).toBe(`desk=${common}`);
  expect(formatSetCookie("desk", "abc", 60, true)).toBe(`__Host-desk=${common}; Secure`);
});
