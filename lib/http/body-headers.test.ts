import { afterAll, expect, test } from "vitest";
import { startServer } from "@/server";
import { sendRawBytes } from "@/test/support/http/http-client";

const requests: string[] = [];
const pages: Parameters<typeof startServer>[0]["pages"] = ({ url = "" }, outgoing) => {
  requests.push(url);
  outgoing.end("a page");
};
const server = await startServer({ port: 0, host: "127.0.0.1", pages });
afterAll(() => server.stop());

const FORM = "Content-Type: application/x-www-form-urlencoded";
const CHUNKED = "3\r\na=b\r\n0\r\n\r\n";

/** Headers that change how a body is read; status and content of the response, and the section of the RFC. */
const refused: [header: string, body: string, status: number, pattern: RegExp, rule: string][] = [
  ["Content-Encoding: gzip\r\nContent-Length: 3", "a=b", 415, /^Accept-Encoding: identity\r$/m, "9110 8.4"],
  [
    "Content-Encoding: identity, br\r\nContent-Length: 3",
    "a=b",
    415,
    /^Accept-Encoding: identity\r$/m,
    "9110 8.4",
  ],
  ["Transfer-Encoding: gzip, chunked", CHUNKED, 400, /./, "9112 6.1"],
  ["Transfer-Encoding: gzip", CHUNKED, 400, /./, "9112 6.1"],
  ["Transfer-Encoding: chunked\r\nContent-Length: 3", CHUNKED, 400, /./, "9112 6.3"],
  ["Content-Length: 3\r\nContent-Length: 4", "a=b", 400, /./, "9112 6.3"],
  ["Content-Length: 3, 3", "a=b", 400, /./, "9112 6.3"],
  ["Content-Length: +3", "a=b", 400, /./, "9110 8.6"],
  ["Content-Length: 0x3", "a=b", 400, /./, "9110 8.6"],
  ["Content-Range: bytes 0-2/10\r\nContent-Length: 3", "a=b", 400, /./, "9110 14.5"],
  ["Expect: tea\r\nContent-Length: 3", "a=b", 417, /./, "9110 10.1.1"],
];

const post = (target: string, headers: string, body: string) =>
  sendRawBytes(
    server.port,
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n\r\n${body}`,
  );

test.each(refused)("%s is refused by pages and the API (%#)", async (header, body, status, pattern) => {
  for (const [target, type] of [
    ["/sign-in", FORM],
    ["/api/webhooks/resend", "Content-Type: application/json"],
  ] as const) {
    const response = await post(target, `${type}\r\n${header}`, body);
    expect([target, response.slice(9, 12)]).toEqual([target, String(status)]);
    expect(response).toMatch(pattern);
  }
  expect(requests).toEqual([]);
});

test("a body is accepted if these headers do not change it", async () => {
  for (const [header, body] of [
    ["Content-Encoding: Identity\r\nContent-Length: 3", "a=b"],
    ["Transfer-Encoding: Chunked", CHUNKED],
    ["Expect: 100-continue\r\nContent-Length: 3", "a=b"],
  ] as const)
    expect(await post("/sign-in", `${FORM}\r\n${header}`, body)).toContain("a page");
});

test("NUL in a path or query is refused", async () => {
  requests.length = 0;
  for (const target of ["/sign-in%00", "/sign-in?to=%00", "/sign-in?%00=1", "/sign-in?a=b&c=d%00e"])
    expect([target, (await post(target, "Content-Length: 0", "")).slice(9, 12)]).toEqual([target, "400"]);
  expect(requests).toEqual([]);
});
