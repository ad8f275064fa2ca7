import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, test, vi } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { cookieNames } from "@/lib/platform/page-request";
import { startServer } from "@/server";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { type RequestOptions, sendRequest } from "@/test/support/http/http-client";

await seedDemoSchool();

let server: Awaited<ReturnType<typeof startServer>>;
let rendered: { url?: string; headers: IncomingMessage["headers"] }[] = [];
afterEach(async () => {
  rendered = [];
  vi.useRealTimers();
  await server.stop();
});

const SCRIPT = "self.x = 1";
const LONG = "música ".repeat(400);

/** A server whose pages count how often they were rendered. */
async function serving(answer: { status?: number; head?: Record<string, string> } = {}) {
  server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages: ({ url, headers }, outgoing) => {
      const count = rendered.push({ url, headers: { ...headers } });
      const head = { "Content-Type": "text/html; charset=utf-8", ...answer.head };
      outgoing.writeHead(answer.status ?? 200, head);
      outgoing.write(`<script>${SCRIPT}</script><script src="/a.js"></script>${LONG}`);
      setImmediate(() => outgoing.end(`<p>${count}</p>`));
    },
    pageOptions: { cachePages: true },
  });
}

const ask = (path: string, { method = "GET", ...sending }: RequestOptions & { method?: string } = {}) =>
  sendRequest(method, `http://127.0.0.1:${server.port}${path}`, sending);
const countOf = async (path: string, sending?: Parameters<typeof ask>[1]) =>
  /<p>(\d+)</.exec((await ask(path, sending)).text)?.[1];

describe("a cached page", () => {
  test("is rendered once for concurrent requests, without any visitor's headers", async () => {
    await serving();
    const headers = { "User-Agent": "phone", "X-Forwarded-For": "192.0.2.1", "Accept-Language": "ca" };
    const responses = Array.from({ length: 20 }, () => countOf("/ca/enroll", { headers }));
    expect(new Set(await Promise.all(responses))).toEqual(new Set(["1"]));
    const address = { "x-pathname": "/ca/enroll", "x-query": "" };
    const nobody = { host: "localhost", "user-agent": "Twitterbot", ...address };
    expect(rendered).toEqual([{ url: "/ca/enroll", headers: nobody }]);
    expect(await countOf("/enroll"), "in another language it is another").toBe("2");
  });

  test("allows its inline scripts by hash, without a nonce", async () => {
    await serving();
    const policy = (await ask("/enroll")).headers["content-security-policy"];
    const hash = createHash("sha256").update(SCRIPT).digest("base64");
    expect(policy).toContain(`; script-src 'self' 'sha256-${hash}'; style-src 'self'; `);
    expect((await ask("/", { headers: { Cookie: "a=b" } })).headers["content-security-policy"]).toContain(
      "'nonce-",
    );
  });

  test("has no scripts of Next if nothing on it hydrates", async () => {
    await serving();
    const plain = await ask("/ca/contact");
    expect(plain.text).not.toContain(SCRIPT);
    expect(plain.text).not.toContain("/a.js");
    expect(plain.headers["content-security-policy"]).toContain("; script-src 'self'; style-src 'self'; ");
    expect((await ask("/ca/contact?x=1")).text).toContain(SCRIPT);
  });

  test("is sent plain, in gzip and in brotli; answers HEAD, and 304 to a known ETag", async () => {
    await serving();
    const plain = await ask("/terms");
    expect(plain.headers).toMatchObject({
      "cache-control": "private, no-cache",
      vary: expect.stringContaining("Cookie"),
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
    });
    for (const coding of ["gzip", "br"]) {
      const response = await fetch(`http://127.0.0.1:${server.port}/terms`, {
        headers: { "Accept-Encoding": coding },
      });
      expect(response.headers.get("content-encoding")).toBe(coding);
      expect(await response.text()).toBe(plain.text);
      const known = { headers: { "If-None-Match": String(response.headers.get("etag")) } };
      expect([(await ask("/terms", known)).status, (await ask("/terms", known)).text]).toEqual([304, ""]);
      const cookie = { headers: { ...known.headers, Cookie: "session=a" } };
      expect((await ask("/terms", cookie)).status, "signed in since").toBe(200);
    }
    const head = await ask("/terms", { method: "HEAD" });
    expect([head.text, head.headers["content-length"]]).toEqual(["", plain.headers["content-length"]]);
    expect((await ask("/sign-in")).headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["a price", () => prisma().$executeRaw`update subjects set price = price + 1`],
    ["a name", () => prisma().$executeRaw`update specialities set name = name || '!'`],
    ["a date", () => prisma().$executeRaw`update school_years set end_enrollment = end_enrollment - 1`],
    ["a setting", () => prisma().$executeRaw`insert into settings values ('school_name', '"Roca"')`],
  ])("is rendered again after a change of %s", async (_, change) => {
    await serving();
    const isKept = async () => new Set([await countOf("/"), await countOf("/")]).size === 1;
    await expect.poll(isKept).toBe(true); // each change arrives twice, also the one before this test
    const before = Number(await countOf("/"));
    await change();
    await expect.poll(async () => Number(await countOf("/"))).toBeGreaterThan(before);
    await expect.poll(isKept).toBe(true);
  });

  test("is rendered again after the school's midnight", async () => {
    await serving();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-04T21:59:59Z") }); // in Madrid
    expect([await countOf("/"), await countOf("/")]).toEqual(["1", "1"]);
    vi.setSystemTime(new Date("2026-05-04T22:00:00Z"));
    expect([await countOf("/"), await countOf("/")]).toEqual(["2", "2"]);
  });
});

describe("rendered for each request, not cached:", () => {
  const ofVisitors = cookieNames.filter((name) => name !== "matricula_sandbox");
  test.each(ofVisitors.flatMap((name) => [name, `__Host-${name}`]))(
    "a page with the cookie %s",
    async (name) => {
      await serving();
      expect(await countOf("/contact")).toBe("1");
      const Cookie = `${name}=a`;
      expect(await countOf("/contact", { headers: { Cookie } })).toBe("2");
      expect(rendered.map(({ headers }) => headers.cookie)).toEqual([undefined, Cookie]);
      expect(await countOf("/contact"), "not kept").toBe("1");
    },
  );

  test.each([
    ["a page with a query", "/?year=26", {}],
    ["a part for a page's script", "/", { headers: { RSC: "1" } }],
    ["a form that is sent", "/sign-in", { method: "POST", body: "a=b" }],
    ["the account", "/account", {}],
    ["a later step", "/enroll/check", {}],
    ["the desk", "/desk", {}],
  ])("%s", async (_, path, sending) => {
    await serving();
    await ask("/");
    await ask("/sign-in");
    const before = rendered.length;
    await ask(path, sending);
    await ask(path, sending);
    expect(rendered.slice(before).map(({ headers }) => headers["x-forwarded-for"])).toEqual([
      "127.0.0.1",
      "127.0.0.1",
    ]);
  });

  test("a page in a sandbox", async () => {
    await serving();
    await ask("/");
    const answer = await ask("/", { headers: { Cookie: "matricula_sandbox=a" } });
    expect(answer.text).not.toContain("<p>1</p>");
  });

  test("an answer that sets a cookie", async () => {
    await serving({ head: { "Set-Cookie": "session=a" } });
    await ask("/contact");
    await ask("/contact");
    expect(rendered.map(({ headers }) => headers["x-forwarded-for"])).toEqual([
      undefined,
      "127.0.0.1",
      "127.0.0.1",
    ]);
  });

  test("a page that fails", async () => {
    await serving({ status: 503 });
    expect((await ask("/contact")).status).toBe(503);
    expect((await ask("/contact")).status).toBe(503);
    expect(rendered.length).toBe(4);
  });
});
