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
async function startPages() {
  const rendered: string[] = [];
  const pages: Parameters<typeof startServer>[0]["pages"] = ({ url = "" }, outgoing) => {
    for (const end = performance.now() + 5; performance.now() < end; );
    rendered.push(url);
    outgoing.end("a page");
  };
  const loadLimits = { maxConcurrent: Number.POSITIVE_INFINITY };
  server = await startServer({
    port: 0,
    host: "127.0.0.1",
    pages,
    pageOptions: { loadLimits, isKnownPath },
  });
  return rendered;
}

const request = (path: string, method = "GET") =>
  sendRequest(method, `http://127.0.0.1:${server.port}${path}`);

test("an unknown address renders no page, and is answered in its language", async () => {
  await writeSetting("school_name", "Escola <b>Nova</b>");
  const rendered = await startPages();
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
      const { status, headers, text } = await request(`${prefix}${path}`);
      expect([path, status, headers["content-language"]]).toEqual([path, 404, prefix.slice(1) || "es"]);
      expect(text).toMatch(/<title>[^<]+ – Escola &lt;b&gt;Nova&lt;\/b&gt;<\/title>.+<header>.+<address>/s);
    }
  expect((await request("/nothing", "POST")).status).toBe(404);
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

const createRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

test("/healthz does not wait for two hundred pages requested at once", async () => {
  const rendered = await startPages();
  const sockets = await Promise.all(
    Array.from({ length: 201 }, async () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.write(createRequest("/healthz"));
      await once(socket, "data"); // the server has accepted it
      return socket;
    }),
  );
  const health = sockets.at(-1) as Socket;
  for (const socket of sockets) {
    socket.resume().write(createRequest(socket === health ? "/healthz" : "/enroll"));
  }
  await once(health, "data");
  expect(rendered.length).toBeLessThan(100);
  await expect.poll(() => rendered.length).toBe(200);
  for (const socket of sockets) socket.destroy();
});

test("a post to a file of public/ is refused before Next, which would fail", async () => {
  const rendered = await startPages();
  const { status, headers } = await request("/icon.svg", "POST");
  expect([status, headers.allow, rendered]).toEqual([405, "GET, HEAD, OPTIONS", []]);
  expect((await request("/icon.svg")).status).toBe(200);
  expect((await request("/enroll", "PUT")).headers.allow).toBe("GET, HEAD, POST, OPTIONS");
});
