import type { ServerResponse } from "node:http";
import { beforeEach, expect, test } from "vitest";
import { createApiKey, defaultScopes } from "@/lib/api/keys";
import { numberEvents } from "@/lib/events/worker";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { anAdult } from "@/test/support/data/factories";
import {
  attemptDeliveries,
  client,
  createWebhookEndpoint,
  listDeliveries,
  respondWith,
  sendApiRequest,
  setUpWebhookApi,
  startReceiver,
  triggerEvent,
} from "@/test/support/domain/webhooks";
import { aKey } from "@/test/support/servers/api";
import { claimDeliveries, enqueueDeliveries, startWebhookWorker } from "./worker";

setUpWebhookApi();
beforeEach(() => prisma().webhookEndpoint.deleteMany()); // pending deliveries must not reach the next test's workers

const trialKey = () =>
  createApiKey({ name: crypto.randomUUID(), scopes: defaultScopes, expiresAt: null, mode: "test" });
const enroll = () => sendApiRequest("POST", "academic/adult_enrollment", anAdult());
const for10Minutes = { timeOutMs: 600_000 }; // longer than any test

test("integrators 16: hanging endpoints of a key, a test key and its child key delay no others", async () => {
  const hung: ServerResponse[] = [];
  let isReleased = false; // otherwise `stop` waits for requests that arrive meanwhile
  const hang = (response: ServerResponse) => {
    hung.push(response);
    if (isReleased) respondWith(500)(response);
  };
  client.key = await trialKey();
  const { key: child } = (await sendApiRequest("POST", "sandbox/keys", {})).data as { key: string };
  const others = [client.key, child, await aKey()];
  for (const key of others) {
    client.key = key;
    for (let count = 0; count < 5; count++) await createWebhookEndpoint((await startReceiver(hang)).url);
    for (let count = 0; count < 8; count++) await enroll();
  }
  await numberEvents(enqueueDeliveries);
  const stop = startWebhookWorker(for10Minutes);
  await expect.poll(() => hung.length).toBe(20); // ten of the live key, ten of the test key and its child

  client.key = await aKey();
  const { url } = await startReceiver(respondWith(204));
  const endpoint = await createWebhookEndpoint(url);
  for (let count = 0; count < 8; count++) await enroll();
  await numberEvents(enqueueDeliveries);
  const states = async () => (await listDeliveries(endpoint)).map(({ state }) => state);
  await expect.poll(states).toEqual(Array(8).fill("delivered"));
  expect(hung).toHaveLength(20);
  expect(hung.filter((response) => response.closed)).toEqual([]);
  const stopped = stop();
  isReleased = true;
  for (const response of hung) respondWith(500)(response);
  await stopped;
});

test("integrators 16: a failing endpoint gets one request at a time until a success", async () => {
  const held: ServerResponse[] = [];
  const slow = await startReceiver((response) => {
    if (held.push(response) === 1) respondWith(500)(response);
  });
  const endpoint = await createWebhookEndpoint(slow.url);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  for (let count = 0; count < 6; count++) await enroll();
  const quick = await createWebhookEndpoint((await startReceiver(respondWith(204))).url);
  await enroll();
  await numberEvents(enqueueDeliveries);

  const stops = [startWebhookWorker(for10Minutes), startWebhookWorker(for10Minutes)]; // as two processes do
  const delivered = async ({ id }: { id: string }) =>
    (await listDeliveries({ id, secret: "" })).filter(({ state }) => state === "delivered").length;
  await expect.poll(() => delivered(quick)).toBe(7);
  await expect.poll(() => slow.received.length).toBe(2); // the attempt that failed, and a probe
  await enroll();
  await numberEvents(enqueueDeliveries);
  await expect.poll(() => delivered(quick)).toBe(8);
  expect(slow.received).toHaveLength(2);

  respondWith(204)(held[1] as ServerResponse);
  await expect.poll(() => slow.received.length).toBe(6); // four at once
  const answerAll = () => {
    for (const response of held) if (!response.headersSent) respondWith(204)(response);
    return delivered(endpoint);
  };
  await expect.poll(answerAll).toBe(9);
  await Promise.all(stops.map((stop) => stop()));
});

test("integrators 16: deliveries of a killed process are due again when their claim expires", async () => {
  const endpoint = await createWebhookEndpoint((await startReceiver(respondWith(204))).url);
  await triggerEvent();
  const mine = async () => {
    const [delivery] = await listDeliveries(endpoint);
    return (await claimDeliveries({ live: 100, sandbox: 40 })).some(({ id }) => id === delivery?.id);
  };
  expect([await mine(), await mine()]).toEqual([true, false]);
  await getPool().query("update webhook_deliveries set claimed_until = claimed_until - interval '1 minute'");
  expect(await mine()).toBe(true);
});
