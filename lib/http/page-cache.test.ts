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
async function startPages(answer: { status?: number; head?: Record<string, string> } = {}) {
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

const request = (path: string, { method = "GET", ...options }: RequestOptions & { method?: string } = {}) =>
  sendRequest(method, `http://127.0.0.1:${server.port}${path}`, options);
const readCount = async (path: string, options?: Parameters<typeof request>[1]) =>
  /<p>(\d+)</.exec((await request(path, options)).text)?.[1];

describe("a cached page", () => {
  test("is rendered once for concurrent requests, without any visitor's headers", async () => {
    await startPages();
    const headers = { "User-Agent": "phone", "X-Forwarded-For": "192.0.2.1", "Accept-Language": "ca" };
    const responses = Array.from({ length: 20 }, () => readCount("/ca/enroll", { headers }));
    expect(new Set(await Promise.all(responses))).toEqual(new Set(["1"]));
    const address = { "x-pathname": "/ca/enroll", "x-query": "" };
    const noVisitor = { host: "localhost", "user-agent": "Twitterbot", ...address };
    expect(rendered).toEqual([{ url: "/ca/enroll", headers: noVisitor }]);
    expect(await readCount("/enroll"), "in another language it is another").toBe("2");
  });

  test("allows its inline scripts by hash, without a nonce", async () => {
    await startPages();
    const policy = (await request("/enroll")).headers["content-security-policy"];
    const hash = createHash("sha256").update(SCRIPT).digest("base64");
    expect(policy).toContain(`; script-src 'self' 'sha256-${hash}'; style-src 'self'; `);
    expect((await request("/", { headers: { Cookie: "a=b" } })).headers["content-security-policy"]).toContain(
      "'nonce-",
    );
  });

  test("has no scripts of Next if nothing on it hydrates", async () => {
    await startPages();
    const plain = await request("/ca/contact");
    expect(plain.text).not.toContain(SCRIPT);
    expect(plain.text).not.toContain("/a.js");
    expect(plain.headers["content-security-policy"]).toContain("; script-src 'self'; style-src 'self'; ");
    expect((await request("/ca/contact?x=1")).text).toContain(SCRIPT);
  });

  test("is sent plain, in gzip and in brotli; answers HEAD, and 304 to a known ETag", async () => {
    await startPages();
    const plain = await request("/terms");
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
      const cached = { headers: { "If-None-Match": String(response.headers.get("etag")) } };
      expect([(await request("/terms", cached)).status, (await request("/terms", cached)).text]).toEqual([
        304,
        "",
      ]);
      const cookie = { headers: { ...cached.headers, Cookie: "session=a" } };
      expect((await request("/terms", cookie)).status, "signed in since").toBe(200);
    }
    const head = await request("/terms", { method: "HEAD" });
    expect([head.text, head.headers["content-length"]]).toEqual(["", plain.headers["content-length"]]);
    expect((await request("/sign-in")).headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["a price", () => prisma().$executeRaw`update subjects set price = price + 1`],
    ["a name", () => prisma().$executeRaw`update specialities set name = name || '!'`],
    ["a date", () => prisma().$executeRaw`update school_years set end_enrollment = end_enrollment - 1`],
    ["a setting", () => prisma().$executeRaw`insert into settings values ('school_name', '"Roca"')`],
  ])("is rendered again after a change of %s", async (_, change) => {
    await startPages();
    const isCached = async () => new Set([await readCount("/"), await readCount("/")]).size === 1;
    await expect.poll(isCached).toBe(true); // each change arrives twice, also the one before this test
    const before = Number(await readCount("/"));
    await change();
    await expect.poll(async () => Number(await readCount("/"))).toBeGreaterThan(before);
    await expect.poll(isCached).toBe(true);
  });

  test("is rendered again after the school's midnight", async () => {
    await startPages();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-04T21:59:59Z") }); // in Madrid
    expect([await readCount("/"), await readCount("/")]).toEqual(["1", "1"]);
    vi.setSystemTime(new Date("2026-05-04T22:00:00Z"));
    expect([await readCount("/"), await readCount("/")]).toEqual(["2", "2"]);
  });
});

describe("rendered for each request, not cached:", () => {
  const visitorCookies = cookieNames.filter((name) => name !== "matricula_sandbox");
  test.each(visitorCookies.flatMap((name) => [name, `__Host-${name}`]))(
    "a page with the cookie %s",
    async (name) => {
      await startPages();
      expect(await readCount("/contact")).toBe("1");
      const Cookie = `${name}=a`;
      expect(await readCount("/contact", { headers: { Cookie } })).toBe("2");
      expect(rendered.map(({ headers }) => headers.cookie)).toEqual([undefined, Cookie]);
      expect(await readCount("/contact"), "not cached").toBe("1");
    },
  );

  test.each([
    ["a page with a query", "/?year=26", {}],
    ["a part for a page's script", "/", { headers: { RSC: "1" } }],
    ["a form that is sent", "/sign-in", { method: "POST", body: "a=b" }],
    ["the account", "/account", {}],
    ["a later step", "/enroll/check", {}],
    ["the desk", "/desk", {}],
  ])("%s", async (_, path, options) => {
    await startPages();
    await request("/");
    await request("/sign-in");
    const before = rendered.length;
    await request(path, options);
    await request(path, options);
    expect(rendered.slice(before).map(({ headers }) => headers["x-forwarded-for"])).toEqual([
      "127.0.0.1",
      "127.0.0.1",
    ]);
  });

  test("a page in a sandbox", async () => {
    await startPages();
    await request("/");
    const answer = await request("/", { headers: { Cookie: "matricula_sandbox=a" } });
    expect(answer.text).not.toContain("<p>1</p>");
  });

  test("an answer that sets a cookie", async () => {
    await startPages({ head: { "Set-Cookie": "session=a" } });
    await request("/contact");
    await request("/contact");
    expect(rendered.map(({ headers }) => headers["x-forwarded-for"])).toEqual([
      undefined,
      "127.0.0.1",
      "127.0.0.1",
    ]);
  });

  test("a page that fails", async () => {
    await startPages({ status: 503 });
    expect((await request("/contact")).status).toBe(503);
    expect((await request("/contact")).status).toBe(503);
    expect(rendered.length).toBe(4);
  });
});
