import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { RequestHandler } from "@/lib/api/request";
import { sendRawBytes, sendRequest } from "@/test/support/http/http-client";
import { createApiListener } from "./api-listener";

let server: Server;
afterEach(() => {
  server.close();
});

async function startListener(handler: RequestHandler): Promise<number> {
  server = createServer(createApiListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const good: RequestHandler = () => ({ status: 200, headers: ["Content-Length", "2"], body: "ok" });
const unsendable: RequestHandler = () => ({ status: 200, headers: ["X-Note", "a\nb"], body: null });

test.each<[string, RequestHandler]>([
  ["returns a header that cannot be sent", unsendable],
  ["returns one asynchronously", async (request) => unsendable(request)],
  [
    "throws",
    () => {
      throw new Error("a bug");
    },
  ],
  ["rejects", () => Promise.reject(new Error("a bug"))],
])(
  "a handler that %s gives a 500 in the common error format; the next request is served",
  async (_, handler) => {
    const port = await startListener((request) => (request.target === "/api/good" ? good : handler)(request));

    const { status, error, text } = await sendRequest("GET", `http://127.0.0.1:${port}/api/broken`);
    expect([status, error?.code]).toEqual([500, "internal_error"]);
    expect(text).not.toContain("a bug");
    expect((await sendRequest("GET", `http://127.0.0.1:${port}/api/good`)).text).toBe("ok");
  },
);

test("a response that fails after its headers were sent closes the connection", async () => {
  const body = 1 as unknown as string; // cannot be written
  const port = await startListener(() => ({ status: 200, headers: ["Content-Length", "2"], body }));
  expect(await sendRawBytes(port, "GET /api/broken HTTP/1.1\r\nHost: x\r\n\r\n")).toBe("");
});
