import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { prisma } from "@/lib/platform/database/prisma";
import { type RunningServer, startServer } from "@/server";
import { seedDemoSchool } from "../support/data/demo-school";
import { anAdult } from "../support/data/factories";

let server: RunningServer;
let key: string;
beforeAll(async () => {
  await seedDemoSchool();
  const scopes = ["enrollment:write"] as const;
  key = await createApiKey({ name: "slow", scopes, expiresAt: null, mode: "live" });
  server = await startServer({ port: 0, host: "127.0.0.1", requestTimeout: 500 });
});
afterAll(() => server.stop());

test("a slow body is answered 408 in JSON, and nothing is stored", async () => {
  const adult = anAdult();
  const received = await sendSlowly(JSON.stringify(adult));
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('"status":"error"');
  expect(await prisma().person.count({ where: { email: adult.student_email } })).toBe(0);

  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const url = `http://127.0.0.1:${server.port}/api/v1/academic/adult_enrollment`;
  const sendWhole = async () =>
    (await fetch(url, { method: "POST", headers, body: JSON.stringify(adult) })).status;
  await expect.poll(sendWhole).toBe(201); // half a second may be too little on a busy machine, also in one piece
});

/** Sends a byte at a time until the connection is cut. */
async function sendSlowly(body: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1").setEncoding("utf8");
  socket.write(
    `POST /api/v1/academic/adult_enrollment HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  let index = 0;
  const sending = setInterval(() => socket.writable && socket.write(body.charAt(index++)), 100);
  let received = "";
  socket.on("data", (text) => (received += text)).on("error", () => {}); // further bytes are refused
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
  clearInterval(sending);
  return received;
}
