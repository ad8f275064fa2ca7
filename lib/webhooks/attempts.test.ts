import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { decryptEventId, encryptEventId, readEventCounter } from "@/lib/events/queries";
import { readMailbox } from "@/lib/mail/mailbox";
import { sendNotice } from "@/lib/mail/notices";
import { encrypt, parseKeys } from "@/lib/platform/crypto";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { reencryptSecrets } from "@/lib/webhooks/secrets";
import {
  attemptDeliveries,
  createWebhookEndpoint,
  inHours,
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

const former = Buffer.alloc(32, 3).toString("base64");
env.DRAFT_KEYS = `${Buffer.alloc(32, 2).toString("base64")},${former}`; // the key was changed

setUpWebhookApi();

test("integrators 4: ten attempts on schedule with the same id, then failed until replayed", async () => {
  const answers = [...Array<number>(10).fill(503), 200, 200];
  const { url, received } = await startReceiver((response) =>
    respondWith(answers.shift() as number)(response),
  );
  const endpoint = await createWebhookEndpoint(url);
  await triggerEvent();
  const waits = [];
  for (let now = new Date(), tries = 0; tries < 10; tries++) {
    await attemptDeliveries(endpoint, { now });
    const [{ nextAt, state }] = (await listDeliveries(endpoint)) as unknown as [
      { nextAt: Date; state: string },
    ];
    if (state !== "pending") break;
    waits.push((nextAt.getTime() - now.getTime()) / 1000);
    now = nextAt;
  }
  const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(waits).toHaveLength(schedule.length);
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(schedule[at] as number);
    expect(wait).toBeLessThanOrEqual((schedule[at] as number) * 1.1);
  }
  expect(await listDeliveries(endpoint)).toMatchObject([{ state: "failed", attempts: 10 }]);

  expect((await sendApiRequest("POST", `webhook_endpoints/${endpoint.id}/replay`)).data).toEqual({
    replayed: 1,
  });
  await attemptDeliveries(endpoint);
  expect((await sendApiRequest("POST", `webhook_endpoints/${endpoint.id}/replay`)).data).toEqual({
    replayed: 0,
  });
  const id = received[0]?.headers["webhook-id"];
  expect((await sendApiRequest("POST", `webhook_endpoints/${endpoint.id}/replay?event=${id}`)).data).toEqual({
    replayed: 1,
  });
  await attemptDeliveries(endpoint);
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual(Array(12).fill(id));
  for (const { headers, body } of received.slice(-2)) new Webhook(endpoint.secret).verify(body, headers);
  const counter = await readEventCounter();
  const other = encryptEventId((decryptEventId(String(id), counter) as bigint) - 1n, counter);
  for (const event of [other, "evt_x1Zq3mB7Gd0pYw5rTn8cVk"])
    expect(
      (await sendApiRequest("POST", `webhook_endpoints/${endpoint.id}/replay?event=${event}`)).status,
    ).toBe(404);
});

test("integrators 4: replay reads its parameters from a JSON body too, and refuses wrong ones", async () => {
  const { url } = await startReceiver(respondWith(500));
  const endpoint = await createWebhookEndpoint(url);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  await prisma().webhookDelivery.updateMany({
    where: { endpointId: endpoint.id },
    data: { state: "failed" },
  });
  const path = `webhook_endpoints/${endpoint.id}/replay`;
  const replay = (body: unknown, query = "") => sendApiRequest("POST", path + query, body);
  expect((await replay({ event: "evt_x1Zq3mB7Gd0pYw5rTn8cVk" })).status).toBe(404);
  expect((await replay({ since: "yesterday" })).error?.errors).toMatchObject([{ field: "since" }]);
  expect((await replay("event=1")).error?.code).toBe("invalid_json");
  const [year, next] = ["2027-01-01T00:00:00Z", "2028-01-01T00:00:00Z"];
  expect((await replay({ since: year }, `?since=${next}`)).error?.parameter).toBe("since");
  expect((await replay({ since: "2999-01-01T00:00:00Z" })).data).toEqual({ replayed: 0 });
  expect((await replay({})).data).toEqual({ replayed: 1 });
});

test("integrators 4: a delivery replayed during an attempt is sent again", async () => {
  const endpoint = {} as WebhookEndpoint;
  const { url, received } = await startReceiver(async (response) => {
    if (received.length === 1)
      await sendApiRequest(
        "POST",
        `webhook_endpoints/${endpoint.id}/replay?event=${received[0]?.headers["webhook-id"]}`,
      );
    respondWith(received.length === 1 ? 500 : 200)(response);
  });
  Object.assign(endpoint, await createWebhookEndpoint(url));
  await triggerEvent();
  await attemptDeliveries(endpoint);
  const [delivery] = await listDeliveries(endpoint);
  expect(delivery).toMatchObject({ state: "pending", attempts: 0 });
  expect(delivery?.nextAt.getTime()).toBeLessThanOrEqual(Date.now());
  await attemptDeliveries(endpoint);
  expect(await listDeliveries(endpoint)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  expect(received).toHaveLength(2);
});

test("integrators 4: a success is saved, also while the pool is exhausted", async () => {
  let lent: Promise<unknown> = Promise.resolve();
  const { url } = await startReceiver((response) => {
    const connections = Array.from({ length: env.DATABASE_POOL_SIZE });
    lent = Promise.all(connections.map(() => getPool().query("select pg_sleep(2.5)")));
    response.writeHead(204).end();
  });
  const endpoint = await createWebhookEndpoint(url);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  await lent;
  expect(await listDeliveries(endpoint)).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("integrators 4: Retry-After is respected in seconds and as a date, up to a day", async () => {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  for (const [after, wait] of [
    ["600", 600],
    [new Date(now.getTime() + 900_000).toUTCString(), 900],
    ["99999999", 86_400],
    ["soon", 5],
  ] as const) {
    const { url } = await startReceiver(respondWith(429, { "Retry-After": after }));
    const endpoint = await createWebhookEndpoint(url);
    await triggerEvent();
    await attemptDeliveries(endpoint, { now });
    const [delivery] = await listDeliveries(endpoint);
    expect(Math.floor(((delivery?.nextAt.getTime() ?? 0) - now.getTime()) / 1000)).toBe(wait);
  }
});

test("integrators 4: 410 switches off; a successful ping switches on, and missed events can be replayed", async () => {
  const answers = [410, 500, 200, 200, 200];
  const { url, received } = await startReceiver((response) =>
    respondWith(answers.shift() as number)(response),
  );
  const endpoint = await createWebhookEndpoint(url);
  const path = `webhook_endpoints/${endpoint.id}`;
  await triggerEvent();
  await attemptDeliveries(endpoint);
  expect((await sendApiRequest("GET", path)).data).toMatchObject({
    off_reason: "gone",
    off_at: expect.any(String),
  });
  await triggerEvent();
  expect(await listDeliveries(endpoint)).toMatchObject([{ state: "failed" }]);

  const ping = async () => {
    const { webhook_id } = (await sendApiRequest("POST", `${path}/ping`)).data as { webhook_id: string };
    await attemptDeliveries(endpoint);
    expect(received.at(-1)?.headers["webhook-id"]).toBe(webhook_id);
    expect(JSON.parse(received.at(-1)?.body ?? "")).toMatchObject({ type: "ping", data: {} });
    return (await sendApiRequest("GET", path)).data;
  };
  expect(await ping()).toMatchObject({ off_reason: "gone" });
  expect(await ping()).toMatchObject({ off_reason: null, off_at: null });
  expect((await sendApiRequest("POST", `${path}/replay?since=${inHours(-1).toISOString()}`)).data).toEqual({
    replayed: 2,
  });
  await attemptDeliveries(endpoint);
  expect(new Set(received.slice(-2).map(({ headers }) => headers["webhook-id"])).size).toBe(2);
});

test("integrators 4: five days of failures switch off and notify the school's contact", async () => {
  const { url } = await startReceiver(respondWith(500));
  const endpoint = await createWebhookEndpoint(url);
  const path = `webhook_endpoints/${endpoint.id}`;
  await triggerEvent();
  await attemptDeliveries(endpoint);
  await attemptDeliveries(endpoint, { now: inHours(119) });
  expect((await sendApiRequest("GET", path)).data).toMatchObject({ off_reason: null });
  await attemptDeliveries(endpoint, { now: inHours(120.1) });
  expect((await sendApiRequest("GET", path)).data).toMatchObject({ off_reason: "failing" });

  const { rows } = await getPool().query("select id, data from pgboss.job where name = 'notices'");
  expect(rows).toHaveLength(1);
  await sendNotice(rows[0].id, rows[0].data);
  const [message] = (await readMailbox()).messages;
  expect(message).toMatchObject({ to: "secretaria@escuela.example", kind: "webhook_off" });
  expect(message?.text).toContain(new URL(url).host);
});

test("integrators 4: after a rotation both secrets sign for a day, then the new one alone", async () => {
  const { url, received } = await startReceiver(respondWith(200));
  const endpoint = await createWebhookEndpoint(url);
  const answer = await sendApiRequest("POST", `webhook_endpoints/${endpoint.id}/rotate`);
  const { secret } = answer.data as WebhookEndpoint;
  await triggerEvent();
  await attemptDeliveries(endpoint);
  const [{ headers, body }] = received as [ReceivedRequest];
  for (const valid of [secret, endpoint.secret]) new Webhook(valid).verify(body, headers);
  await triggerEvent();
  const now = inHours(24.1);
  await attemptDeliveries(endpoint, { now });
  const signatures = received.map(({ headers }) => headers["webhook-signature"]?.split(" ").length);
  expect(signatures).toEqual([2, 1]);
});

test("integrators 4: secrets are encrypted per endpoint; one with the previous key signs and is re-encrypted", async () => {
  const { url, received } = await startReceiver(respondWith(200));
  const [endpoint, other] = [
    await createWebhookEndpoint(url),
    await createWebhookEndpoint(url, ["mail.failed"]),
  ];
  const bytes = new Uint8Array(Buffer.from(endpoint.secret.replace("whsec_", ""), "base64"));
  const stored = async () =>
    (await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).secret;
  const store = (secret: Uint8Array<ArrayBuffer>) =>
    prisma().webhookEndpoint.update({ where: { id: endpoint.id }, data: { secret } });
  expect(Buffer.from(await stored()).includes(Buffer.from(bytes))).toBe(false);
  await triggerEvent();
  await attemptDeliveries(endpoint);

  const earlier = encrypt(
    Buffer.from(bytes).toString("base64"),
    `webhook endpoint ${endpoint.id}`,
    parseKeys(former),
  );
  await store(earlier);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  expect(await reencryptSecrets()).toBe(1);
  expect(await stored()).not.toEqual(earlier);
  expect(await reencryptSecrets()).toBe(0);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  expect(received).toHaveLength(3);
  for (const { headers, body } of received) new Webhook(endpoint.secret).verify(body, headers);

  const foreign = await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id: other.id } });
  await store(foreign.secret);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  expect((await readAttempts(endpoint))[0]).toMatchObject({ status: null, error: "secret_lost" });
  expect(received).toHaveLength(3);
});
