import { expect, test } from "vitest";
import { toDeskPath } from "./session";

test("desk 5: signing in again returns to the same page and query, and to no other site", () => {
  for (const to of ["/desk", "/desk/places?year=3", "/desk/enrollments?q=a-_9&from=2026-01-01&state=pending"])
    expect(toDeskPath(to)).toBe(to);
  const others = [
    "//evil.example",
    "/desk//evil",
    "/desk?x=//evil",
    "/desk/../account",
    "/desk\n",
    "/deskx",
    [],
  ];
  for (const to of others) expect(toDeskPath(to)).toBe("/desk");
});
