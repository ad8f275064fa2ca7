import { expect, test } from "vitest";
import { env } from "./env";
import { cookieLifetimes, formatSetCookie, readCookie } from "./page-request";

test("cookies live thirty days (draft), twelve hours (desk), four hundred days (device), an hour (typed values)", () => {
  const seconds = { matricula_draft: 2_592_000, desk: 43_200, "desk-device": 34_560_000, "desk-held": 3_600 };
  expect(cookieLifetimes).toEqual(seconds);
});

test.each([
  [undefined, undefined],
  ["desk-held=a; desk=b; session=c=d", "b"],
  ["desk-held=a", undefined],
])("the desk's cookie in %s is %s", (header, expected) => {
  expect(readCookie(header, "desk")).toBe(expected);
});

test("a cookie is for this host only; over https its name begins with __Host-", () => {
  const common = "abc; Max-Age=60; Path=/; HttpOnly; SameSite=Lax";
  expect(formatSetCookie("desk", "abc", 60)).toBe(`desk=${common}`);
  env.APP_URL = "https://school.example";
  expect(formatSetCookie("desk", "abc", 60)).toBe(`__Host-desk=${common}; Secure`);
  expect(readCookie("desk=a; __Host-desk=b", "desk")).toBe("b");
});
