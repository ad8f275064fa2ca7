import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { writeSetting } from "@/lib/school/settings";
import { startServer } from "@/server";
import { sendRequest } from "@/test/support/http/http-client";
import { isKnownPath, listPageRoutes } from "./next-internals";

let server: Awaited<ReturnType<typeof startServer>>;
afterEach(() => server?.stop());

/** A server whose pages take the processor for a while, as rendering does; what it has rendered. */
async function serving() {
  const rendered: string[] = [];
  const pages: Parameters<typeof startServer>[0]["pages"] = ({ url = "" }, outgoing) => {
    for (const until = performance.now() + 5; performance.now() < until; );
    rendered.push(url);
    outgoing.end("a page");
  };
  const gate = { maxConcurrent: Number.POSITIVE_INFINITY };
  server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages,
    pageOptions: { loadLimits: gate, isKnownPath },
  });
  return rendered;
}

const ask = (path: string, method = "GET") => sendRequest(method, `http://127.0.0.1:${server.port}${path}`);

test("an unknown address renders no page, and is answered in its language", async () => {
  await writeSetting("school_name", "Escola <b>Nova</b>");
  const rendered = await serving();
  for (const path of [
    "/nothing",
    "/enroll/birth-date/more",
    "/wp-login.php",
    "/.env",
    "/a/b.html",
    "/anything.rsc",
    "/_next/image?url=%2Ficon-512.png&w=64&q=75",
    "/_next/static/none.js",
    "/fonts",
    "/ENROLL",
    "/%6eothing",
    "//x",
  ])
    for (const prefix of ["", "/ca", "/en"]) {
      const { status, headers, text } = await ask(`${prefix}${path}`);
      expect([path, status, headers["content-language"]]).toEqual([path, 404, prefix.slice(1) || "es"]);
      expect(text).toMatch(/<title>[^<]+ – Escola &lt;b&gt;Nova&lt;\/b&gt;<\/title>.+<header>.+<address>/s);
    }
  expect((await ask("/nothing", "POST")).status).toBe(404);
  expect(rendered).toEqual([]);
});

test("every route in every language, every public file and every redirect is a known path", () => {
  const pages = listPageRoutes().map(({ route }) =>
    route.replace(/\[\[\.\.\.\w+\]\]/, "es/start").replace(/\[\w+\]/g, "x"),
  );
  const all = [
    ...pages.flatMap((page) => [page, `/ca${page}`, `${page}/`, `${page}?a=b`]),
    ...readdirSync("public", { withFileTypes: true }).flatMap((file) =>
      file.isFile() ? [`/${file.name}`] : [],
    ),
    ..."/es /es/enroll /desk/pictures /ca/desk/pictures/61 /.well-known/change-password /sitemap.xml /docs /%65nroll".split(
      " ",
    ),
  ];
  const files = readdirSync("app", { recursive: true, encoding: "utf8" });
  expect(pages.length).toBe(files.filter((file) => /^(?!api\/)(.*\/)?(page|route)\.tsx?$/.test(file)).length);
  expect(all.filter((path) => !isKnownPath(path))).toEqual([]);
});

const asking = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test("/healthz does not wait for two hundred pages requested at once", async () => {
  const rendered = await serving();
  const lines = await Promise.all(
    Array.from({ length: 201 }, async () => {
      const line = connect(server.port, "127.0.0.1");
      line.write(asking("/healthz"));
      await once(line, "data"); // so that the server has taken it
      return line;
    }),
  );
  const health = lines.at(-1) as Socket;
  for (const line of lines) {
    line.resume().write(asking(line === health ? "/healthz" : "/enroll"));
  }
  await once(health, "data");
  expect(rendered.length).toBeLessThan(100);
  await expect.poll(() => rendered.length).toBe(200);
  for (const line of lines) line.destroy();
});

test("a post to a file of public/ is refused before Next, which would fail", async () => {
  const rendered = await serving();
  const { status, headers } = await ask("/icon.svg", "POST");
  expect([status, headers.allow, rendered]).toEqual([405, "GET, HEAD, OPTIONS", []]);
  expect((await ask("/icon.svg")).status).toBe(200);
  expect((await ask("/enroll", "PUT")).headers.allow).toBe("GET, HEAD, POST, OPTIONS");
});
