import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RESEND_API_KEY = "re_test";
  process.env.MAIL_FROM = "Escuela <no-reply@escuela.example>";
});

import { startResendStandIn } from "@/e2e/support/servers/resend-stand-in";
import { numberEvents } from "@/lib/events/worker";
import { getPool, prisma, withConnection } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { inTrace, parseTrace } from "@/lib/platform/trace";
import { enqueueDeliveries } from "@/lib/webhooks/worker";
import { startJobQueue } from "@/server/jobs/job-queue";
import { startQueue } from "@/server/jobs/workers";
import { anAdult } from "@/test/support/data/factories";
import {
  attemptDeliveries,
  cleanups,
  client,
  createWebhookEndpoint,
  respondWith,
  setUpWebhookApi,
  startReceiver,
} from "@/test/support/domain/webhooks";
import { startServerProcess } from "@/test/support/servers/server-process";

setUpWebhookApi();
const resend = await startResendStandIn();
cleanups.push(() => void resend.stop());
env.MAIL_TRANSPORT = "resend";
process.env.RESEND_BASE_URL = resend.url;

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const traceparent = `00-${TRACE}-${CALLER}-01`;

test.each([
  [traceparent, traceparent],
  [`cc-${TRACE}-${CALLER}-01-what-comes-later`, traceparent],
  [`cc-${TRACE}-${CALLER}-01.x`, undefined],
  [`ff-${TRACE}-${CALLER}-01`, undefined],
  [`00-${TRACE}-${CALLER}-01-more`, undefined],
  [`00-${"0".repeat(32)}-${CALLER}-01`, undefined],
  [`00-${TRACE}-${"0".repeat(16)}-01`, undefined],
  [traceparent.toUpperCase(), undefined],
  ["00-x", undefined],
  [undefined, undefined],
])("only a traceparent that the W3C allows is logged: %s", (header, read) => {
  expect(parseTrace(header)?.traceparent).toBe(read);
});

/** Somebody enrolls and is then withdrawn within a trace; what Resend and a webhook are told of it. */
async function enrollAndWithdraw(headers: Record<string, string>) {
  const hook = await startReceiver(respondWith(204));
  const endpoint = await createWebhookEndpoint(hook.url, ["enrollment.created", "enrollment.withdrawn"]);
  const boss = await startJobQueue();
  await startQueue(boss, "mail", new AbortController().signal);
  const before = resend.requests.length;
  const post = (path: string, body: unknown) =>
    client.api.send("POST", path, {
      headers: {
        ...headers,
        Authorization: `Bearer ${client.key}`,
        "Content-Type": "application/json",
      },
      body,
    });
  const made = await post("academic/adult_enrollment", anAdult());
  const reference = made.headers["enrollment-reference"];
  expect((await post(`academic/enrollments/${reference}/withdrawal`, {})).status).toBe(200);
  await expect.poll(() => prisma().mailMessage.count({ where: { state: "queued" } })).toBe(0);
  await boss.stop({ graceful: true });
  await numberEvents(enqueueDeliveries);
  await attemptDeliveries(endpoint);
  return {
    mails: resend.requests.slice(before).map(({ traceparent }) => traceparent),
    hooks: hook.received.map(({ headers, body }) => [JSON.parse(body).type, headers.traceparent]).sort(),
  };
}

test("a caller's traceparent is passed on to Resend and webhooks", async () => {
  const { mails, hooks } = await enrollAndWithdraw({ traceparent: traceparent });
  expect(new Set(mails)).toEqual(new Set([traceparent]));
  expect(hooks).toEqual([
    ["enrollment.created", traceparent],
    ["enrollment.withdrawn", traceparent],
  ]);
  const { mails: others, hooks: other } = await enrollAndWithdraw({});
  expect([...others, ...other.map(([, trace]) => trace)].filter(Boolean)).toEqual([]);
});

test("a transaction's trace does not leak into the next one on its connection", async () => {
  const noted = () =>
    prisma().$transaction((tx) => tx.$queryRaw`select current_setting('matricula.traceparent', true) as it`);
  env.DATABASE_POOL_SIZE = 1;
  expect(await inTrace({ traceparent: traceparent }, noted)).toEqual([{ it: traceparent }]);
  const { rows } = await getPool().query(
    "select nullif(current_setting('matricula.traceparent', true), '') as it",
  );
  expect(rows).toEqual([{ it: null }]);

  const itsOwn = () =>
    withConnection(
      async (client) =>
        (await client.query("select nullif(current_setting('matricula.traceparent', true), '') as it")).rows,
    );
  expect(await inTrace({ traceparent: traceparent }, itsOwn)).toEqual([{ it: traceparent }]);
  expect(await itsOwn()).toEqual([{ it: null }]); // the connection that was lent out last is lent out first
});

test("each log line of a request, and of its failure, has the trace id", async () => {
  const server = await startServerProcess({ LOG_LEVEL: "info" });
  await server.send("GET", "academic/school_years", { headers: { traceparent: traceparent } });
  await server.send("GET", "nothing", { headers: { traceparent: traceparent } });
  await server.send("GET", "academic/school_years");
  const lines = () =>
    server
      .printed()
      .split("\n")
      .filter((line) => line.includes('"request"'))
      .map((line) => JSON.parse(line));
  await expect.poll(() => lines().length).toBe(3);
  expect(lines().map(({ status, traceId }) => [status, traceId])).toEqual([
    [200, TRACE],
    [404, TRACE],
    [200, undefined],
  ]);
  await server.stop();
});
