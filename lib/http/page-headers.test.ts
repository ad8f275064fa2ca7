import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { judgePageHeaders } from "./page-headers";

function judged(headers: Record<string, string>) {
  const incoming = {
    headers: { host: "school.example", ...headers },
    socket: { remoteAddress: "192.0.2.7" },
  };
  judgePageHeaders(incoming as unknown as IncomingMessage);
  return incoming.headers as Record<string, string | undefined>;
}

test("pages are told the client's address, whatever the client claims", () => {
  expect(judged({ "x-forwarded-for": "198.51.100.1" })["x-forwarded-for"]).toBe("192.0.2.7");
});

describe("the origin of a form's post", () => {
  test("from a page without referrer is our own when the browser says so", () => {
    expect(judged({ origin: "null", "sec-fetch-site": "same-origin" }).origin).toBe("http://school.example");
  });

  test.each([
    ["another site's page without referrer", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "none" }],
    ["a browser that does not say", { origin: "null" }],
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  ])("stays as it is: %s", (_, headers) => {
    expect(judged(headers as unknown as Record<string, string>).origin).toBe(headers.origin);
  });
});
