import { afterAll, expect, test, vi } from "vitest";
import { sendRequest } from "@/test/support/http/http-client";

// Before any module of ours reads the environment.
vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = "127.0.0.0/8";
  process.env.APP_URL = "https://school.example";
});

const { startServer } = await import("@/server");
let receivedHeaders: Record<string, unknown> = {};
const pages = (incoming: { headers: object }, outgoing: { end: (text: string) => unknown }) => {
  receivedHeaders = { ...incoming.headers };
  outgoing.end("a page");
};
const server = await startServer({ port: 0, host: "127.0.0.1", pages });
afterAll(() => server.stop());

const post = (headers: Record<string, string>) =>
  sendRequest("POST", `http://127.0.0.1:${server.port}/enroll`, { headers, body: "a=b" });

test.each([
  [
    "with the host that the proxy forwards",
    { Origin: "https://a.example", "X-Forwarded-Host": "a.example" },
    200,
  ],
  [
    "with the school's public host, which the proxy does not forward",
    { Origin: "https://school.example" },
    200,
  ],
  ["from another site", { Origin: "https://evil.example", "X-Forwarded-Host": "a.example" }, 403],
])("a form post through a trusted proxy, %s", async (_, headers, status) => {
  receivedHeaders = {};
  expect((await post(headers as unknown as Record<string, string>)).status).toBe(status);
  if (status === 200) expect(receivedHeaders["x-forwarded-host"]).toBe(new URL(headers.Origin).host);
});

test("over TLS every response has Strict-Transport-Security", async () => {
  const base = `http://127.0.0.1:${server.port}`;
  for (const path of ["/enroll", "/api/v1/general/terms", "/nothing", "/enroll/%ff"]) {
    const { headers } = await sendRequest("GET", base + path);
    expect([path, headers["strict-transport-security"]]).toEqual([path, "max-age=31536000"]);
  }
});
