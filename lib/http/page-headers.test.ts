import { type IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { startServer } from "@/server";
import { sendRequest } from "@/test/support/http/http-client";
import { preparePageHeaders } from "./request";

type Headers = Record<string, string | undefined>;

const judged = (headers: Record<string, string>) => answered("/enroll", headers).asked;

/** What Next is asked, and what is already in the answer. */
function answered(url: string, headers: Record<string, string> = {}) {
  const incoming = {
    url,
    headers: { host: "school.example", ...headers } as Headers,
    socket: { remoteAddress: "192.0.2.7" },
  } as unknown as IncomingMessage;
  const outgoing = new ServerResponse(incoming);
  preparePageHeaders(incoming, outgoing);
  return { asked: incoming.headers as Headers, sent: outgoing.getHeaders() as Headers };
}

test("pages receive the client's address from the connection, not from the client's header", () => {
  expect(judged({ "x-forwarded-for": "198.51.100.1" })["x-forwarded-for"]).toBe("192.0.2.7");
});

test("pages receive no proxy header from a client", () => {
  const said = { "x-forwarded-host": "a", "x-forwarded-proto": "b", "x-forwarded-port": "c", forwarded: "d" };
  expect(Object.keys(said).filter((name) => judged(said)[name])).toEqual([]);
});

test("pages receive their path and query from the request, not from the client's headers", () => {
  const { asked } = answered("/ca/desk/enrollments?year=1&state=pending", { "x-query": "?forged" });
  expect([asked["x-pathname"], asked["x-query"]]).toEqual(["/ca/desk/enrollments", "?year=1&state=pending"]);
  expect(judged({ "x-query": "?forged" })["x-query"]).toBe("");
});

describe("the origin of a form's post", () => {
  test("from a page without referrer is ours if the browser says same-origin", () => {
    expect(judged({ origin: "null", "sec-fetch-site": "same-origin" }).origin).toBe("http://school.example");
  });

  test.each([
    ["another site's page without referrer", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "none" }],
    ["a browser that does not say", { origin: "null" }],
    ["another site", { origin: "https://evil.example", "sec-fetch-site": "same-origin" }],
  ])("is not changed: %s", (_, headers) => {
    expect(judged(headers as unknown as Record<string, string>).origin).toBe(headers.origin);
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
    const looked = await sendRequest("GET", url, { headers: { Host: "school.example", ...headers } });
    await server.stop();
    expect([answer.status, looked.status]).toEqual([status, 200]);
  });
});

describe("the content security policy", () => {
  const policyOf = (url: string, headers?: Record<string, string>) =>
    answered(url, headers).asked["content-security-policy"] as string;
  const nonceOf = (policy = "") => /script-src 'self' 'nonce-([^']{20,})'/.exec(policy)?.[1];

  test("has a new nonce in each response", () => {
    const [one, other] = [nonceOf(policyOf("/enroll")), nonceOf(policyOf("/enroll"))];
    expect(one).toBeDefined();
    expect(one).not.toBe(other);
  });

  test("is never taken from the client", () => {
    expect(policyOf("/enroll", { "content-security-policy": "script-src 'nonce-evil'" })).not.toContain(
      "evil",
    );
  });

  test("is sent as Next receives it, unless the route sets its own; a file of public/ has none", async () => {
    let told: string | undefined;
    const server = await startServer({
      port: 0,
      host: "127.0.0.1",
      pages: ({ url, headers }, outgoing) => {
        told = String(headers["content-security-policy"]);
        if (url === "/own.csv") outgoing.setHeader("Content-Security-Policy", "sandbox");
        outgoing.end();
      },
    });
    const sent = async (path: string) =>
      (await sendRequest("GET", `http://127.0.0.1:${server.port}${path}`)).headers["content-security-policy"];
    const page = [await sent("/enroll"), told];
    const others = [await sent("/own.csv"), await sent("/icon.svg")];
    await server.stop();
    expect(page[0]).toBe(page[1]);
    expect(others).toEqual(["sandbox", undefined]);
  });
});

describe("a page's address", () => {
  test("is told to the page, whatever the client claims, without its query", () => {
    expect(answered("/ca/enroll?from=check", { "x-pathname": "/en" }).asked["x-pathname"]).toBe("/ca/enroll");
  });

  test("in the other languages is told to search engines, on pages that exist", async () => {
    const server = await startServer({
      port: 0,
      host: "127.0.0.1",
      pages: ({ url }, outgoing) => {
        outgoing.setHeader("Content-Type", "text/html; charset=utf-8"); // as Next does
        outgoing.writeHead(url?.startsWith("/ca") ? 200 : 404).end();
      },
    });
    const linkOf = async (path: string) =>
      (await sendRequest("GET", `http://127.0.0.1:${server.port}${path}`)).headers.link;
    const links = [await linkOf("/ca/terms?x=1"), await linkOf('/ca/a>;rel="x"'), await linkOf("/nothing")];
    await server.stop();
    expect(links[0]).toMatch(
      /<http:[^>]+\/terms>; rel="alternate"; hreflang="es", <[^>]+\/ca\/terms>; rel="alternate"; hreflang="ca", <[^>]+\/en\/terms>; rel="alternate"; hreflang="en"/,
    );
    expect(links[1]).toContain("/ca/a%3E;rel=%22x%22>"); // cannot end its own brackets
    expect(links[2]).toBeUndefined();
  });
});
