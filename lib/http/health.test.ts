import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/prisma";
import { anAdult } from "@/test/factories";
import { send } from "@/test/http";
import { startServerProcess } from "@/test/server-process";

const METRICS_TOKEN = "a-token-of-the-tests";
let server: Awaited<ReturnType<typeof startServerProcess>>;
beforeAll(async () => {
  server = await startServerProcess({ METRICS_TOKEN });
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  send("GET", server.base + path, { headers });

test("/healthz says that the process is alive, /readyz that it can serve", async () => {
  expect([(await get("/healthz")).text, (await get("/readyz")).text]).toEqual([
    '{"status":"ok"}',
    '{"status":"ready"}',
  ]);
});

test("/readyz waits for every migration of this build", async () => {
  const finished = await prisma().$queryRaw<{ id: string }[]>`
    update _prisma_migrations set finished_at = null returning id`;
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  await prisma().$executeRaw`update _prisma_migrations set finished_at = now()`;
  expect([finished.length > 0, (await get("/readyz")).status]).toEqual([true, 200]);
});

test("/metrics answers to its token alone, and tells routes and statuses, nothing personal", async () => {
  for (const authorization of ["", "Bearer", "Bearer wrong", METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`]) {
    expect((await get("/metrics", { Authorization: authorization })).status).toBe(401);
  }
  const adult = anAdult();
  await server.send("POST", "academic/adult_enrollment", { body: adult });
  await server.send("POST", "academic/adult_enrollment", { body: adult });
  await server.send("GET", `nothing/${adult.student_email}`);
  const { text, status } = await get("/metrics", { Authorization: `Bearer ${METRICS_TOKEN}` });
  expect(status).toBe(200);
  expect(text).toMatch(/matricula_http_request_duration_seconds_count\{.*adult_enrollment.*status="201"\} 1/);
  expect(text).toContain("matricula_database_pool_connections");
  expect(text).toMatch(/^matricula_enrollments_total\{source="api"\} 1$/m);
  expect(text).toMatch(/^matricula_enrollment_refusals_total\{source="api",reason="duplicate"\} 1$/m);
  expect(text).not.toMatch(/^(?!#|matricula_)./m);
  for (const secret of [adult.student_email, adult.student_document, server.key])
    expect(text).not.toContain(secret);
});

test("without METRICS_TOKEN there is no /metrics", async () => {
  const closed = await startServerProcess({ METRICS_TOKEN: "" });
  expect((await send("GET", `${closed.base}/metrics`)).status).toBe(404);
  await closed.stop();
});
