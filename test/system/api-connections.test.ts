import { Agent } from "node:http";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { startServer } from "@/server";
import { anAdult } from "../support/data/factories";
import { type RequestOptions, sendRawBytes } from "../support/http/http-client";
import { startDemoApi } from "../support/servers/api";

const { api } = await startDemoApi();

/** A request as raw bytes. */
function raw(
  method: string,
  path: string,
  { headers = {}, body = "" }: { headers?: object; body?: string } = {},
) {
  const lines = Object.entries({ Host: "x", Authorization: `Bearer ${api.key}`, ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`;
}

const closingRequest = () => raw("GET", "/api/v1/general/terms", { headers: { Connection: "close" } });
const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const json = { "Content-Type": "application/json" };
const year = '{"school_year_id":1}';

describe("an unread body does not affect the next request of the connection", () => {
  const unread: [what: string, method: string, path: string, sending: RequestOptions, status: number][] = [
    [
      "without a key",
      "POST",
      "academic/adult_enrollment",
      { headers: { Authorization: "" }, body: "x" },
      401,
    ],
    ["of an unknown path", "POST", "nothing", { body: "GET / HTTP/1.1\r\n\r\n" }, 404],
    ["of a method not allowed", "PUT", "general/terms", { body: "x".repeat(100_000) }, 405],
    ["of another media type", "POST", "academic/adult_enrollment", { body: "x".repeat(60_000) }, 415],
    ["too large", "POST", "academic/adult_enrollment", { headers: json, body: "x".repeat(1_000_000) }, 413],
    [
      "too large, chunked",
      "POST",
      "academic/adult_enrollment",
      { headers: json, body: "x".repeat(1_000_000), chunked: true },
      413,
    ],
    ["of a GET, too large", "GET", "academic/subjects", { body: "x".repeat(100_000) }, 413],
    ["of a HEAD", "HEAD", "general/terms", { body: "{}" }, 200],
    ["of OPTIONS", "OPTIONS", "general/terms", { body: "{}" }, 204],
    ["of a 304", "GET", "general/terms", { headers: { "If-None-Match": "*" }, body: "{}" }, 304],
  ];

  test.each(unread)("%s", async (_, method, path, sending, status) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let round = 0; round < 3; round++) {
      expect((await api.send(method, path, { ...sending, agent })).status).toBe(status);
      expect((await api.get("general/document_types", { agent })).data).toContain("dni");
    }
    agent.destroy();
  });
});

test("answers pipelined requests with bodies in order", async () => {
  const adult = JSON.stringify(anAdult());
  const received = await sendRawBytes(
    api.port,
    [
      raw("GET", "/api/v1/academic/subjects", { headers: { "Content-Length": year.length }, body: year }),
      raw("GET", "/api/v1/nothing", {
        headers: { "Transfer-Encoding": "chunked" },
        body: "3\r\nabc\r\n0\r\n\r\n",
      }),
      raw("POST", "/api/v1/academic/adult_enrollment", {
        headers: { ...json, "Content-Length": Buffer.byteLength(adult) },
        body: adult,
      }),
      raw("PUT", "/api/v1/general/terms", { headers: { "Content-Length": 5 }, body: "12345" }),
      closingRequest(),
    ].join(""),
  );
  expect(statuses(received)).toEqual([422, 404, 201, 405, 200]);
});

test("a body that arrives in single bytes is read whole", async () => {
  const body = JSON.stringify(anAdult());
  const head = raw("POST", "/api/v1/academic/adult_enrollment", {
    headers: { ...json, "Content-Length": Buffer.byteLength(body), Connection: "close" },
  });
  const received = await new Promise<string>((resolve) => {
    const socket = connect({ port: api.port, host: "127.0.0.1", noDelay: true });
    let text = "";
    socket.on("data", (chunk) => (text += chunk)).on("close", () => resolve(text));
    socket.write(head);
    const bytes = [...Buffer.from(body)];
    const next = () => {
      const byte = bytes.shift();
      if (byte !== undefined) socket.write(Buffer.from([byte]), () => setImmediate(next));
    };
    next();
  });
  expect(statuses(received)).toEqual([201]);
});

test("Expect: 100-continue is answered before the body is sent", async () => {
  const body = JSON.stringify(anAdult());
  const headers = {
    ...json,
    Expect: "100-continue",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const received = await sendRawBytes(
    api.port,
    raw("POST", "/api/v1/academic/adult_enrollment", { headers, body }),
  );
  expect(statuses(received)).toEqual([100, 201]);
});

/** Invalid HTTP, and the expected status. */
const malformed: [what: string, bytes: () => string, status: number][] = [
  ["no HTTP at all", () => "hello\r\n\r\n", 400],
  ["TLS", () => "\u0016\u0003\u0001\u0002\u0000\u0001", 400],
  ["no Host", () => "GET /api/v1/general/terms HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  [
    "a Host that is none",
    () => raw("GET", "/api/v1/general/terms", { headers: { Host: "a b", Connection: "close" } }),
    400,
  ],
  [
    "two lengths",
    () => raw("POST", "/api/v1/x", { headers: { "Content-Length": "5\r\nContent-Length: 6" } }),
    400,
  ],
  [
    "length and chunks",
    () => raw("POST", "/api/v1/x", { headers: { "Content-Length": 5, "Transfer-Encoding": "chunked" } }),
    400,
  ],
  [
    "a chunk of no length",
    () =>
      raw("POST", "/api/v1/academic/adult_enrollment", {
        headers: { ...json, "Transfer-Encoding": "chunked" },
        body: "zz\r\n",
      }),
    400,
  ],
  [
    "an Expect that nobody fulfils",
    () => raw("GET", "/api/v1/general/terms", { headers: { Expect: "tea", Connection: "close" } }),
    417,
  ],
  [
    "two Hosts",
    () => raw("GET", "/api/v1/general/terms", { headers: { Host: "x\r\nHost: y", Connection: "close" } }),
    400,
  ],
  [
    "headers of 20 KiB",
    () => raw("GET", "/api/v1/general/terms", { headers: { "X-Long": "x".repeat(20_000) } }),
    431,
  ],
];

test.each(malformed)("answers %s with a JSON error and closes the connection", async (_, bytes, status) => {
  const received = await sendRawBytes(api.port, bytes());
  expect(statuses(received)[0]).toBe(status);
  expect(received).toMatch(
    /"status":"error","error":\{"code":"bad_request".*"request_id":"\w{26}","doc_url":"http/,
  );
  expect((await api.get("general/terms")).status).toBe(200);
});

test("names the Host that occurs twice", async () => {
  const headers = { Host: "x\r\nHost: y", Connection: "close" };
  const received = await sendRawBytes(api.port, raw("GET", "/api/v1/general/terms", { headers }));
  expect(received).toContain('"header":"Host"');
});

test("rejects malformed paths in JSON", async () => {
  for (const path of [
    "/api/v1/../v1/nothing",
    "/api/v1//",
    "/api/v1/%2e%2e/",
    "/api/\\",
    "/api/v1/a?b#c",
    "http://evil/api/v1/x",
  ]) {
    const received = await sendRawBytes(api.port, raw("GET", path, { headers: { Connection: "close" } }));
    expect([path, /"code":"(not_found|bad_request)"/.test(received)]).toEqual([path, true]);
    expect([[404], [400]]).toContainEqual(statuses(received));
  }
});

test("times out incomplete headers", async () => {
  const received = await sendRawBytes(api.port, "GET /api/v1/general/terms HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  expect(statuses(received)).toEqual([408]);
});

test("an aborted request does not affect others", async () => {
  for (let round = 0; round < 20; round++) {
    const socket = connect(api.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(
      raw("POST", "/api/v1/academic/adult_enrollment", {
        headers: { ...json, "Content-Length": 500 },
        body: "{",
      }),
    );
    await new Promise<void>((resolve) =>
      socket.once("connect", () => setImmediate(() => resolve(void socket.destroy()))),
    );
  }
  expect((await api.enrollAdult(anAdult())).status).toBe(201);
});

test("a stopping server gives running requests ten seconds, then closes connections", async () => {
  let onRequest = () => {};
  const requested = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  const server = await startServer({ port: 0, host: "127.0.0.1", pages: () => onRequest() });
  const connection = connect(server.port, "127.0.0.1");
  connection.on("error", () => {}).write(raw("GET", "/enroll"));
  await requested;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = server.stop();
  try {
    await vi.advanceTimersByTimeAsync(9_900);
    expect(connection.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
  } finally {
    vi.useRealTimers();
  }
  try {
    await vi.waitFor(() => expect(connection.destroyed).toBe(true), { timeout: 30_000 });
  } finally {
    connection.destroy();
    await stopped;
  }
});
