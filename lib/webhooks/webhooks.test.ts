import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { closeRound, publishFinal, publishProvisional, revertRound } from "@/lib/admission/board/verbs";
import { enterDrawNumber, freezeRound } from "@/lib/admission/draw/verbs";
import { openRound, planRound } from "@/lib/admission/plan/verbs";
import { findRound } from "@/lib/admission/round";
import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { numberEvents } from "@/lib/events/worker";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import {
  attemptDeliveries,
  client,
  createWebhookEndpoint,
  listDeliveries,
  type ReceivedRequest,
  readAttempts,
  respondWith,
  sendApiRequest,
  setUpWebhookApi,
  startReceiver,
  triggerEvent,
  type WebhookEndpoint,
} from "@/test/support/domain/webhooks";
import { aKey } from "@/test/support/servers/api";
import { enqueueDeliveries, startWebhookWorker } from "./worker";

setUpWebhookApi();

test("integrators 4: new matching events are sent at once, signed, thin and once; no others", async () => {
  const { url, received } = await startReceiver(respondWith(204));
  await triggerEvent();
  const endpoint = await createWebhookEndpoint(url);
  expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const stop = startWebhookWorker();
  const reference = await triggerEvent();
  await client.api.post(`academic/enrollments/${reference}/withdrawal`, {});
  await client.api.enrollAdult(anAdult()); // another key's
  await numberEvents(enqueueDeliveries);
  await expect.poll(() => listDeliveries(endpoint)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  await stop();

  expect(received).toHaveLength(1);
  const [{ headers, body }] = received as [ReceivedRequest];
  new Webhook(endpoint.secret).verify(body, headers);
  expect(() => new Webhook(endpoint.secret).verify(body.replace("pending", "accepted"), headers)).toThrow();
  const { data } = await sendApiRequest("GET", "events?limit=200");
  const event = (data as { id: string; type: string }[]).find(
    ({ id, type }) => id === headers["webhook-id"] && type === "enrollment.created",
  );
  const { id, ...sent } = event as unknown as { id: string };
  expect(JSON.parse(body)).toEqual(sent);
  expect(JSON.parse(body).data).toEqual({ reference, state: "pending", version: 0 });
  expect(await readAttempts(endpoint)).toMatchObject([
    { webhook_id: id, status: 204, error: null, answer: "" },
  ]);
});

test("integrators 3, 4: read_all keys get events of all live keys; all keys get catalogue changes; test events stay in their sandbox", async () => {
  const { url } = await startReceiver(respondWith(204));
  const events = ["enrollment.created", "catalogue.changed"];
  const trial = await createApiKey({ name: "trial", scopes: defaultScopes, expiresAt: null, mode: "test" });
  await numberEvents(enqueueDeliveries);
  const usual = await createWebhookEndpoint(url, events);
  client.key = await aKey({ scopes: [...defaultScopes, "enrollment:read_all"] });
  const reader = await createWebhookEndpoint(url, events);
  await client.api.enrollAdult(anAdult());
  await client.api.post("academic/adult_enrollment", anAdult(), { Authorization: `Bearer ${trial}` });
  await prisma().subject.updateMany({ data: { price: { increment: 1 } } });
  await numberEvents(enqueueDeliveries);
  const sentTo = async (endpoint: WebhookEndpoint) => {
    const numbers = (await listDeliveries(endpoint)).map(({ eventNumber }) => eventNumber);
    const query = "select type, test from events where number = any($1) order by type";
    return (await getPool().query(query, [numbers])).rows;
  };
  const changed = { type: "catalogue.changed", test: false };
  expect(await sentTo(usual)).toEqual([changed]);
  expect(await sentTo(reader)).toEqual([changed, { type: "enrollment.created", test: false }]);
});

test("admission 6: a published list is sent once to every live key, and to no test key", async () => {
  const { url, received } = await startReceiver(respondWith(204));
  const endpoint = await createWebhookEndpoint(url, ["round.published"]);
  client.key = await createApiKey({ name: "drawn", scopes: defaultScopes, expiresAt: null, mode: "test" });
  const tester = await createWebhookEndpoint(url, ["round.published"]);
  const { id: year } = await prisma().schoolYear.findFirstOrThrow();
  const by = { kind: "command" } as const;
  const shown = async () => ({ code: "may", version: (await findRound("may"))?.version ?? 0 });
  await planRound({ round: "may", year, name: "May" }, by);
  await openRound(await shown(), by);
  await freezeRound(await shown(), by);
  await enterDrawNumber({ ...(await shown()), number: "048" }, by);
  const published = async () => {
    await numberEvents(enqueueDeliveries);
    await attemptDeliveries(endpoint);
    return received.map(({ body }) => JSON.parse(body).data.list);
  };
  expect(await published()).toEqual([]); // a number is no list
  await publishProvisional(await shown(), by);
  expect(await published()).toEqual(["provisional"]);
  await revertRound({ ...(await shown()), reason: "A mistake." }, by);
  expect(await published()).toEqual(["provisional"]);
  await publishProvisional(await shown(), by);
  await publishFinal(await shown(), by); // there is nobody to be told of it
  await closeRound(await shown(), by);
  expect(await published()).toEqual(["provisional", "provisional", "final"]);

  const [{ headers, body }] = received as [ReceivedRequest];
  new Webhook(endpoint.secret).verify(body, headers);
  expect(JSON.parse(body)).toMatchObject({
    type: "round.published",
    data: { code: "may", school_year_id: year, list: "provisional" },
  });
  expect(await listDeliveries(tester)).toEqual([]);
  const feed = async () => JSON.stringify((await sendApiRequest("GET", "events?limit=200")).data);
  expect(await feed()).not.toContain("round.published");
  client.key = await aKey();
  expect(await feed()).toContain("round.published");
});

const TEN_MB = Buffer.alloc(10 * 1024 * 1024, "x");

test.each([
  ["answers 500", respondWith(500), { status: 500, answer: "thanks" }, "pending"],
  ["redirects", respondWith(302, { Location: "/elsewhere" }), { status: 302 }, "pending"],
  ["never answers", () => {}, { status: null, error: "time_out" }, "pending"],
  [
    "answers without an end",
    (response: ServerResponse) => void response.writeHead(200).write("…"),
    { status: null, error: "time_out" },
    "pending",
  ],
  [
    "hangs up",
    (response: ServerResponse) => void response.destroy(),
    { status: null, error: "ECONNRESET" },
    "pending",
  ],
  [
    "asks for another protocol",
    (response: ServerResponse) =>
      void response.socket?.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
      ),
    { status: null, error: "no_answer" },
    "pending",
  ],
  [
    "speaks no HTTP",
    (response: ServerResponse) => void response.socket?.end("220 ready\r\n"),
    { status: null, error: "HPE_INVALID_CONSTANT" },
    "pending",
  ],
  [
    "answers 10 MB",
    (response: ServerResponse) => void response.end(TEN_MB),
    { status: 200, answer: "x".repeat(1024) },
    "delivered",
  ],
  [
    "answers NUL and half a letter",
    (response: ServerResponse) => void response.end(Buffer.from([0, 65, 0xc3])),
    { status: 200, answer: "\ufffdA\ufffd" },
    "delivered",
  ],
])("integrators 5: a receiver that %s", async (_, answer, expected, state) => {
  const { url, received } = await startReceiver(answer);
  const endpoint = await createWebhookEndpoint(url);
  await triggerEvent();
  await attemptDeliveries(
    endpoint,
    "error" in expected && expected.error === "time_out" ? { timeOutMs: 2_000 } : {},
  );
  expect(await readAttempts(endpoint)).toMatchObject([expected]);
  expect(await listDeliveries(endpoint)).toMatchObject([{ state, attempts: 1 }]);
  expect(received.map(({ path }) => path)).toEqual(["/hook"]);
});
