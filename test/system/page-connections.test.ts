import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { fuzzForm } from "../fuzz/form";
import { getFuzzOptions } from "../fuzz/fuzz-report";
import { createDeskCookie, fuzzReadRequests } from "../fuzz/read-requests";
import { retryWhileBusy, sendRawBytes, sendRequest } from "../support/http/http-client";
import { reservePort } from "../support/processes/free-port";
import { createTestFolder } from "../support/processes/test-folder";
import { readActionManifest } from "../support/servers/action-manifest";
import { startMatricula } from "../support/servers/npm-start";
import { ensureBuild } from "../support/servers/production-build";

// Next on a socket, because connection handling shows only there.
let server: Awaited<ReturnType<typeof startMatricula>>;
let port: number;
const folder = await createTestFolder();
beforeAll(async () => {
  await ensureBuild();
  server = await startMatricula({ dataDir: path.join(folder, "data") });
  port = Number(new URL(server.base).port);
});

const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** A request as raw bytes. */
function raw(method: string, target: string, headers: Record<string, string | number> = {}, body = "") {
  const lines = Object.entries({ Host: `localhost:${port}`, ...headers });
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const next = () => raw("GET", "/healthz", { Connection: "close" });
const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function post(body: string, headers: Record<string, string> = multipart) {
  return raw("POST", "/enroll/birth-date", { ...headers, "Content-Length": Buffer.byteLength(body) }, body);
}

function chunked(body: string) {
  const chunks = body.match(/.{1,8000}/gs)?.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`) ?? [];
  return raw(
    "POST",
    "/enroll/birth-date",
    { ...multipart, "Transfer-Encoding": "chunked" },
    `${chunks.join("")}0\r\n\r\n`,
  );
}

describe("a post to a page does not delay the connection's next request", () => {
  test.each([
    ["of nothing", "", [400, 200]],
    ["not ending", field("a", "b".repeat(100_000)), [400, 200]],
    ["of a thousand fields", `${field("a", "b").repeat(1000)}--x--\r\n`, [413, 200]],
    [
      "of an unknown action",
      `${field(`$ACTION_ID_${"00".repeat(21)}`, "b".repeat(100_000))}--x--\r\n`,
      [303, 200],
    ],
  ])("a body %s is read to its end, chunked or not", async (_, body, expected) => {
    expect(statuses(await sendRawBytes(port, post(body) + next()))).toEqual(expected);
    expect(statuses(await sendRawBytes(port, chunked(body) + next()))).toEqual(expected);
  });

  test("over 256 KiB it is 413, and the connection ends", async () => {
    for (const body of ["x".repeat(256 * 1024 + 1), "x".repeat(3_000_000)]) {
      for (const bytes of [post(body), chunked(body)]) {
        const received = await sendRawBytes(port, bytes + next());
        expect(statuses(received)).toEqual([413]);
        expect(received).toMatch(/^Connection: close\r$/m);
      }
    }
  });
});

const nginx = ["/usr/sbin/nginx", "/usr/bin/nginx"].find((file) => {
  try {
    return execFileSync(file, ["-v"], { stdio: "pipe" }) !== undefined;
  } catch {
    return false; // not installed here
  }
});

test.runIf(nginx)("behind nginx with keep-alive a malformed post does not delay other visitors", async () => {
  const proxy = await startNginx(nginx as string);
  const base = `http://127.0.0.1:${proxy.port}`;
  for (const body of [field("a", "b".repeat(1_200_000)), field("a", "b".repeat(200_000)), "x"]) {
    const bad = await sendRequest("POST", `${base}/enroll/birth-date`, { headers: multipart, body });
    const others = await Promise.all([1, 2, 3].map(() => sendRequest("GET", `${base}/enroll`)));
    expect([400, 413]).toContain(bad.status);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  await proxy.stop();
});

async function startNginx(program: string) {
  const listening = await reservePort();
  const config = path.join(folder, "nginx.conf");
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; worker_processes 1;
events {}
http {
  access_log off; client_max_body_size 10m; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  upstream matricula { server 127.0.0.1:${port}; keepalive 1; }
  server {
    listen 127.0.0.1:${listening};
    location / { proxy_pass http://matricula; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }
  }
}`,
  );
  const child = spawn(program, ["-c", config, "-e", path.join(folder, "nginx.log")], { stdio: "ignore" });
  await expect.poll(() => isListening(listening)).toBe(true);
  return {
    port: listening,
    stop: () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function isListening(listeningPort: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(listeningPort, "127.0.0.1", () => resolve(Boolean(socket.destroy())));
    socket.on("error", () => resolve(false));
  });
}

describe("treats a protocol upgrade as an ordinary request", () => {
  const upgrade = { Upgrade: "websocket", Connection: "Upgrade, close" };

  test("of a page, and of the API as curl --http2 asks", async () => {
    expect(statuses(await sendRawBytes(port, raw("GET", "/enroll", upgrade)))).toEqual([200]);
    const h2c = {
      Upgrade: "h2c",
      "HTTP2-Settings": "AAMAAABkAAQAAP__",
      Connection: "Upgrade, HTTP2-Settings, close",
    };
    expect(statuses(await sendRawBytes(port, raw("GET", "/api/v1/general/terms", h2c)))).toEqual([401]);
  });

  test("closes the connection without reading the rest of the packet", async () => {
    const received = await sendRawBytes(
      port,
      raw("GET", "/enroll", { ...upgrade, Connection: "Upgrade" }) + next(),
    );
    expect(received).toMatch(/^Connection: close\r$/m);
  });

  test.runIf(process.platform === "linux")("leaves no open descriptor", async () => {
    const open = () => readdirSync(`/proc/${server.serving()[0]}/fd`).length;
    const before = open();
    for (let round = 0; round < 30; round++) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(raw("GET", "/enroll", { Upgrade: "websocket", Connection: "Upgrade" }));
      await once(socket, "data");
      socket.destroy();
    }
    await expect.poll(open).toBeLessThan(before + 10);
  });
});

/** Requests that browsers never send, and the responses. */
const malformed: [what: string, bytes: () => string, status: number][] = [
  ["an empty multipart", () => post(""), 400],
  ["a multipart of no parts", () => post("--x--\r\n"), 400],
  ["a multipart without boundary", () => post("x", { "Content-Type": "multipart/form-data" }), 400],
  ["a flight payload that is none", () => post("[", { "Next-Action": "ACTION" }), 400],
  ["a flight payload of other arguments", () => post("[1,2,3]", { "Next-Action": "ACTION" }), 400],
  ["OPTIONS *", () => raw("OPTIONS", "*"), 400],
  ["half an escaped character", () => raw("GET", "/enroll/%E0%A4%A"), 400],
  ["NUL in its address", () => raw("GET", "/enroll/%00"), 400],
  ["a way around to the mailbox", () => raw("GET", "/x/%2e%2E/mailbox", { Host: "rebound.example" }), 400],
  ["a place in the mailbox", () => raw("GET", "/mailbox#x", { Host: "rebound.example" }), 400],
  ["TRACE", () => raw("TRACE", "/enroll"), 405],
  ["TRACE, of the health", () => raw("TRACE", "/healthz"), 405],
  ["CONNECT", () => raw("CONNECT", "a:1"), 405],
  ["DELETE", () => raw("DELETE", "/enroll"), 405],
  ["two Hosts", () => raw("GET", "/enroll", { Host: "a\r\nHost: b" }), 400],
  ["two Hosts, of the API", () => raw("GET", "/api/v1/general/terms", { Host: "a\r\nHost: b" }), 400],
  ["an Expect that nobody fulfils", () => raw("GET", "/enroll", { Expect: "tea" }), 417],
  ["HTTP/1.0 without Host, of the health", () => "GET /healthz HTTP/1.0\r\n\r\n", 200],
  ["the whole address of the health", () => raw("GET", "http://any.example/healthz"), 200],
  ["HTTP/1.1 without Host, of the health", () => "GET /healthz HTTP/1.1\r\n\r\n", 400],
];

/** The action of a step. */
let stepAction: Promise<string> | undefined;

async function findStepAction() {
  const page = await (await fetch(`${server.base}/enroll/birth-date`)).text();
  return /&quot;id&quot;:&quot;([0-9a-f]{42})/.exec(page)?.[1] as string;
}

test.each(malformed)("%s", async (_, bytes, status) => {
  stepAction ??= findStepAction();
  const request = bytes()
    .replace("ACTION", await stepAction)
    .replace("\r\n", "\r\nConnection: close\r\n");
  const lines = await captureLog(async () => {
    expect(statuses(await sendRawBytes(port, request))[0]).toBe(status);
  });
  expect(lines.length).toBeLessThanOrEqual(1);
  for (const line of lines) expect(JSON.parse(line).level).toBe(30);
});

/** Actions without a form: only called. */
const WITHOUT_FORM =
  /^(isStillSignedIn|signOutAction|resumeDraftAction|deleteDraftAction|startAnotherAction|continueWithGuardianAction)$/;

/** Redirects before reading its form, unless the page asks. */
const ELSEWHERE = /^submitCodeAction$/;

test("answers 400 to a server action without its form", async () => {
  const cookie = await createDeskCookie(path.join(folder, "data"));
  const results: [string, number, number][] = [];
  const lines = await captureLog(async () => {
    for (const { id, name, at: pagePath } of listServerActions()) {
      const post = (headers: Record<string, string>, body: string) =>
        retryWhileBusy(() =>
          sendRequest("POST", server.base + pagePath, { headers: { Cookie: cookie, ...headers }, body }),
        );
      const byForm = await post(multipart, `${field(`$ACTION_ID_${id}`, "")}--x--\r\n`);
      const byScript = await post({ "Next-Action": id, "Content-Type": "text/plain" }, "[]");
      results.push([name, byForm.status, byScript.status]);
    }
  });
  expect(results.length).toBeGreaterThan(50);
  const withForm = results.filter(([name]) => !WITHOUT_FORM.test(name) && !ELSEWHERE.test(name));
  expect(withForm).toEqual(withForm.map(([name]) => [name, 400, 400]));
  for (const [name, ...statuses] of results)
    expect([name, Math.max(...statuses) < 500]).toEqual([name, true]);
  expect(lines.filter((line) => JSON.parse(line).level > 40)).toEqual([]);
});

/** Actions of the build with a page each; those that end a session last. */
function listServerActions(): { id: string; name: string; at: string }[] {
  return Object.entries(readActionManifest().node)
    .map(([id, { exportedName: name, workers }]) => {
      const [worker = ""] = Object.keys(workers);
      const pagePath = worker
        .replace(/^app(?:\/\[locale\])?|\/\([^)]+\)|\/page$/g, "")
        .replace(/\[[^\]]+\]/g, "x");
      return { id, name, at: pagePath };
    })
    .sort((a, b) => Number(WITHOUT_FORM.test(a.name)) - Number(WITHOUT_FORM.test(b.name)));
}

let marks = 0;

/** Log lines between two requests with known ids. */
async function captureLog(task: () => Promise<void>): Promise<string[]> {
  const mark = async () => {
    const id = `mark-${++marks}`;
    await sendRequest("GET", `${server.base}/api/v1/mark`, { headers: { "X-Request-Id": id } });
    return id;
  };
  const first = await mark();
  await task();
  const last = await mark();
  await expect.poll(server.printed).toContain(last);
  const lines = server.printed().split("\n");
  const findLine = (id: string) => lines.findIndex((line) => line.includes(id));
  const between = lines.slice(findLine(first) + 1, findLine(last));
  return between.filter((line) => !line.includes('"msg":"jobs"')); // warnings about a slow database
}

describe("access to the mailbox", () => {
  const paths = ["/mailbox", "/ca/mailbox", "/mailbox/preview.guardian.es.html", "/%6dailbox"];
  const request = async (path: string, cookie = "") => {
    const headers = { Host: `localhost:${port}`, ...(cookie && { Cookie: cookie }) };
    return sendRequest("GET", `http://127.0.0.1:${port}${path}`, { headers });
  };

  test("requires the printed address or its cookie", async () => {
    const [, printed = "", token = ""] =
      /Mailbox +(http:\S+\/mailbox\?token=([\w-]{43}))$/m.exec(server.printed()) ?? [];
    const file = path.join(folder, "data", "mailbox-token");
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([token, 0o600]);
    const entered = await fetch(`${printed}&page=2`, { redirect: "manual" });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/mailbox?page=2"]);
    const [cookie = ""] = /^mailbox=[^;]+/.exec(entered.headers.get("set-cookie") ?? "") ?? [];
    expect(entered.headers.get("set-cookie")).toMatch(/; HttpOnly; SameSite=Lax$/);
    for (const path of paths) {
      for (const [to, cookie] of [
        [path, ""],
        [path, `mailbox=${"x".repeat(43)}`],
        [`${path}?token=`, "mailbox="],
        [`${path}?token=${token.slice(1)}x`, "theme=dark"],
      ] as const) {
        const { status, text } = await request(to, cookie);
        expect([to, status, text.includes("npm start")]).toEqual([to, 403, true]);
      }
      if (!path.includes("%")) expect((await request(path, `theme=dark; ${cookie}`)).status).toBe(200);
    }
    expect(server.printed().split("Try it:")[1]).not.toContain(token);
  });

  test("the demo cannot be reached from another machine", async () => {
    const outside = Object.values((await import("node:os")).networkInterfaces())
      .flat()
      .find((network) => network && !network.internal && network.family === "IPv4");
    if (!outside) return; // no network
    await expect(fetch(`http://${outside.address}:${port}/healthz`)).rejects.toThrow();
  });
});

test("serves icons, manifest, robots, sitemap and security.txt", async () => {
  const page = await (await fetch(`${server.base}/ca/enroll`)).text();
  const links = [
    ...page.matchAll(/<(?:link|meta)[^>]+(?:href|content)="([^"]*\.(?:svg|png|ico|webmanifest))"/g),
  ];
  const paths = links.map(([, address = ""]) => new URL(address, server.base).pathname);
  expect(new Set(paths)).toEqual(
    new Set(
      [
        "favicon.ico",
        "icon.svg",
        "icon-dark.svg",
        "apple-touch-icon.png",
        "manifest.webmanifest",
        "share.png",
      ].map((name) => `/${name}`),
    ),
  );
  const { icons } = await (await fetch(`${server.base}/manifest.webmanifest`)).json();
  const manifestIcons = icons.map(({ src }: { src: string }) => src);
  const others = ["/robots.txt", "/sitemap.xml", "/.well-known/security.txt", "/.well-known/change-password"];
  for (const path of [...paths, ...manifestIcons, ...others]) {
    const answer = await fetch(server.base + path);
    expect([path, answer.status, (await answer.arrayBuffer()).byteLength > 50]).toEqual([path, 200, true]);
  }
  const contact = await (await fetch(`${server.base}/.well-known/security.txt`)).text();
  expect(contact).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = new Date(/^Expires: (.+)$/m.exec(contact)?.[1] ?? "");
  expect(expires.getTime()).toBeGreaterThan(Date.now());
});

test("rejects random posts without leaking descriptors", async () => {
  const open = () =>
    process.platform === "linux" ? readdirSync(`/proc/${server.serving()[0]}/fd`).length : 0;
  const before = open();
  const { wrong, statuses } = await fuzzForm(server.base, getFuzzOptions(100));
  expect(wrong).toEqual([]);
  expect(Object.keys(statuses).length).toBeGreaterThan(3);
  await expect.poll(open).toBeLessThan(before + 20);
  expect(server.printed()).not.toMatch(/"level":[56]0|"status":5\d\d|^ +at /m);
});

test("answers random reads", async () => {
  const dataDir = path.join(folder, "data");
  const key = readFileSync(path.join(dataDir, "demo-api-key"), "utf8");
  const visitor = { key, cookie: await createDeskCookie(dataDir) };
  const { wrong, statuses } = await fuzzReadRequests(server.base, visitor, getFuzzOptions(80));
  expect(wrong).toEqual([]);
  // Others are lists that redirect to the year.
  expect(statuses[200]).toBeGreaterThan(40);
});

test("an open socket does not keep the server from stopping", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(raw("GET", "/enroll", { Upgrade: "websocket", Connection: "Upgrade" }));
  await once(socket, "data");
  expect(await server.stop("SIGTERM")).toBe(0);
  socket.destroy();
});
