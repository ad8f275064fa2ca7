import { type IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { startServer } from "@/server";
import { sendRequest } from "@/test/support/http/http-client";
import { preparePageHeaders } from "./request";

type Headers = Record<string, string | undefined>;

const getPageHeaders = (headers: Record<string, string>) => prepare("/enroll", headers).received;

/** The headers that Next receives, and those that are already in the response. */
function prepare(url: string, headers: Record<string, string> = {}) {
  const incoming = {
    url,
    headers: { host: "school.example", ...headers } as Headers,
    socket: { remoteAddress: "192.0.2.7" },
  } as unknown as IncomingMessage;
  const outgoing = new ServerResponse(incoming);
  preparePageHeaders(incoming, outgoing);
  return { received: incoming.headers as Headers, sent: outgoing.getHeaders() as Headers };
}

test("pages receive the client's address from the connection, not from the client's header", () => {
  expect(getPageHeaders({ "x-forwarded-for": "198.51.100.1" })["x-forwarded-for"]).toBe("192.0.2.7");
});

test("pages receive no proxy header from a client", () => {
  const proxyHeaders = {
    "x-forwarded-host": "a",
    "x-forwarded-proto": "b",
    "x-forwarded-port": "c",
    forwarded: "d",
  };
  expect(Object.keys(proxyHeaders).filter((name) => getPageHeaders(proxyHeaders)[name])).toEqual([]);
});

test("pages receive their path and query from the request, not from the client's headers", () => {
  const { received } = prepare("/ca/desk/enrollments?year=1&state=pending", {
    "x-pathname": "/en",
    "x-query": "?forged",
  });
  expect([received["x-pathname"], received["x-query"]]).toEqual([
    "/ca/desk/enrollments",
    "?year=1&state=pending",
  ]);
  expect(getPageHeaders({ "x-query": "?forged" })["x-query"]).toBe("");
});

describe("the origin of a form's post", () => {
  test("from a page without referrer is ours if the browser says same-origin", () => {
    expect(getPageHeaders({ origin: "null", "sec-fetch-site": "same-origin" }).origin).toBe(
      "http://school.example",
    );
  });

  test.each([
    ["another site's page without referrer", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "none" }],
    ["a browser that does not say", { origin: "null" }],
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  ])("is not changed: %s", (_, headers) => {
    expect(getPageHeaders(headers as unknown as Record<string, string>).origin).toBe(headers.origin);
  });
});

describe("a post to a page", () => {
  const posts: [from: string, headers: Record<string, string>, status: number][] = [
    ["the page itself", { Origin: "http://school.example", "Sec-Fetch-Site": "same-origin" }, 200],
    ["the page itself, without referrer", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, 200],
    ["an old browser, without an origin", {}, 200],
    [
      "another site that claims to be behind a proxy of ours",
      { Origin: "https://a.example", "X-Forwarded-Host": "a.example" },
      403,
    ],
    ["another site", { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" }, 403],
    [
      "another port of the same host",
      { Origin: "http://school.example:81", "Sec-Fetch-Site": "same-site" },
      403,
    ],
    ["a sandboxed frame", { Origin: "null", "Sec-Fetch-Site": "cross-site" }, 403],
    ["nowhere", { Origin: "null" }, 403],
    ["a host that only begins like ours", { Origin: "http://school.example.evil.example" }, 403],
    ["an invalid origin", { Origin: "school.example" }, 403],
    ["another site, without an origin", { "Sec-Fetch-Site": "cross-site" }, 403],
  ];

  test.each(posts)("from %s", async (_, headers, status) => {
    const server = await startServer({
      port: 0,
      host: "127.0.0.1",
      pages: (_incoming, outgoing) => void outgoing.writeHead(200).end(),
    });
    const url = `http://127.0.0.1:${server.port}/enroll/check`;
    const answer = await sendRequest("POST", url, {
      headers: { Host: "school.example", ...headers },
      body: "a=b",
    });
    const read = await sendRequest("GET", url, { headers: { Host: "school.example", ...headers } });
    await server.stop();
    expect([answer.status, read.status]).toEqual([status, 200]);
  });
});

describe("the content security policy", () => {
  const getPolicy = (url: string, headers?: Record<string, string>) =>
    prepare(url, headers).received["content-security-policy"] as string;
  const findNonce = (policy = "") => /script-src 'self' 'nonce-([^']{20,})'/.exec(policy)?.[1];

  test("has a new nonce in each response", () => {
    const [first, second] = [findNonce(getPolicy("/enroll")), findNonce(getPolicy("/enroll"))];
    expect(first).toBeDefined();
    expect(first).not.toBe(second);
  });

  test("is never taken from the client", () => {
    expect(getPolicy("/enroll", { "content-security-policy": "script-src 'nonce-evil'" })).not.toContain(
      "evil",
    );
  });

  test("is sent as Next receives it, unless the route sets its own; a file of public/ has none", async () => {
    let received: string | undefined;
    const server = await startServer({
      port: 0,
      host: "127.0.0.1",
      pages: ({ url, headers }, outgoing) => {
        received = String(headers["content-security-policy"]);
        if (url === "/own.csv") outgoing.setHeader("Content-Security-Policy", "sandbox");
        outgoing.end();
      },
    });
    const readPolicy = async (path: string) =>
      (await sendRequest("GET", `http://127.0.0.1:${server.port}${path}`)).headers["content-security-policy"];
    const page = [await readPolicy("/enroll"), received];
    const others = [await readPolicy("/own.csv"), await readPolicy("/icon.svg")];
    await server.stop();
    expect(page[0]).toBe(page[1]);
    expect(others).toEqual(["sandbox", undefined]);
  });
});

test("a page that exists has a Link header with its address in each language", async () => {
  const server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages: ({ url }, outgoing) => {
      outgoing.setHeader("Content-Type", "text/html; charset=utf-8"); // as Next does
      outgoing.writeHead(url?.startsWith("/ca") ? 200 : 404).end();
    },
  });
  const readLink = async (path: string) =>
    (await sendRequest("GET", `http://127.0.0.1:${server.port}${path}`)).headers.link;
  const links = [
    await readLink("/ca/terms?x=1"),
    await readLink('/ca/a>;rel="x"'),
    await readLink("/nothing"),
  ];
  await server.stop();
  expect(links[0]).toMatch(
    /<http:[^>]+\/terms>; rel="alternate"; hreflang="es", <[^>]+\/ca\/terms>; rel="alternate"; hreflang="ca", <[^>]+\/en\/terms>; rel="alternate"; hreflang="en"/,
  );
  expect(links[1]).toContain("/ca/a%3E;rel=%22x%22>"); // cannot end its own brackets
  expect(links[2]).toBeUndefined();
});
