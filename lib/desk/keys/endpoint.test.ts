import { expect, test } from "vitest";
import { findApiKeys } from "@/lib/api/keys";
import {
  addEndpoint,
  listKeyEndpoints,
  pingEndpoint,
  readEndpointDetails,
  removeEndpoint,
  replayEndpointEvents,
  rotateEndpointSecret,
} from "@/lib/desk/endpoints/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { commandActor } from "@/test/support/domain/staff";
import {
  attemptDeliveries,
  client,
  createWebhookEndpoint,
  respondWith,
  setUpWebhookApi,
  startReceiver,
  triggerEvent,
} from "@/test/support/domain/webhooks";

setUpWebhookApi();

const now = new Date();

test("desk 12 and 46: the desk lists deliveries and answers of an endpoint, sends them again once, and records it", async () => {
  const answers = [500, 500, 204, 204];
  const { url, received } = await startReceiver((response) => respondWith(answers.shift() ?? 204)(response));
  const { id } = await createWebhookEndpoint(url);
  await triggerEvent();
  await attemptDeliveries({ id, secret: "" });
  await prisma().webhookDelivery.updateMany({ where: { endpointId: id }, data: { state: "failed" } });

  const page = async (failed = false) =>
    (await readEndpointDetails(commandActor, id, { failed }, new Date())) as Shown;
  const [failed] = (await page(true)).deliveries;
  expect(failed).toMatchObject({
    type: "enrollment.created",
    state: "failed",
    event: received[0]?.headers["webhook-id"],
    attempts: [{ status: 500, answer: "thanks" }],
  });
  expect((await page()).endpoint).toMatchObject({ url, failed: 1, failingSince: expect.any(Date) });

  const retryInput = { endpoint: id, event: failed?.event as string, was: failed?.nextAt.toISOString() };
  const results = await Promise.allSettled([
    replayEndpointEvents(retryInput, commandActor),
    replayEndpointEvents(retryInput, commandActor),
  ]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await attemptDeliveries({ id, secret: "" });
  await expect(replayEndpointEvents(retryInput, commandActor)).rejects.toMatchObject({
    issues: [{ code: "delivery_overtaken" }],
  });
  expect(received).toHaveLength(2);
  await prisma().webhookDelivery.updateMany({ where: { endpointId: id }, data: { state: "failed" } });
  expect(await replayEndpointEvents({ endpoint: id }, commandActor)).toBe(1); // all failed ones
  await attemptDeliveries({ id, secret: "" });
  await pingEndpoint({ endpoint: id }, commandActor);
  await attemptDeliveries({ id, secret: "" });
  expect((await page()).deliveries.map(({ type, state }) => [type, state])).toEqual([
    ["ping", "delivered"],
    ["enrollment.created", "delivered"],
  ]);
  const names = received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(names.slice(0, 3)).size).toBe(1); // the same event in every attempt

  const { key, endpoint } = await page();
  const renewal = { endpoint: id, was: endpoint.secret };
  expect(await rotateEndpointSecret(renewal, commandActor)).toMatch(/^whsec_/);
  await expect(rotateEndpointSecret(renewal, commandActor)).rejects.toMatchObject({
    issues: [{ code: "endpoint_overtaken" }],
  });
  const secret = await addEndpoint({ id: key.id, url, events: ["mail.failed"] }, commandActor);
  expect(secret).toMatch(/^whsec_/);
  expect(await listKeyEndpoints(commandActor, key.id, now)).toHaveLength(2);
  await removeEndpoint({ endpoint: id }, commandActor);
  await expect(pingEndpoint({ endpoint: id }, commandActor)).rejects.toMatchObject({
    issues: [{ code: "gone" }],
  });
  expect(await readEndpointDetails(commandActor, id, { failed: false }, now)).toBeUndefined();
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "api_key", objectId: key.name },
    orderBy: { id: "asc" },
    select: { action: true, values: { select: { old: true, new: true } } },
  });
  const done = ["replayed", "replayed", "pinged", "renewed", "made", "removed"];
  const host = new URL(url).host;
  const values = (what: string) => (what === "removed" ? { old: host, new: null } : { old: null, new: host });
  expect(entries).toEqual(done.map((what) => ({ action: `endpoint_${what}`, values: [values(what)] })));
});

test.each([50, 101])(
  "desk 46: %i deliveries of a moment are shown page by page, each once, and after the last there is no further page",
  async (count) => {
    const { id } = await createWebhookEndpoint("https://web.example/hook");
    await getPool().query(
      `insert into webhook_deliveries (id, endpoint_id, state, attempts, created_at, next_at)
       select gen_random_uuid(), $1, 'failed', 1, now(), now() from generate_series(1, $2)`,
      [id, count],
    );
    const listed: string[] = [];
    let pages = 0;
    for (let after: string | undefined, more = true; more; pages++) {
      const page = (await readEndpointDetails(commandActor, id, { failed: true, after }, now)) as Shown;
      listed.push(...page.deliveries.map((delivery) => delivery.id));
      after = page.next;
      more = page.next !== undefined;
    }
    expect([pages, listed.length, new Set(listed).size]).toEqual([Math.ceil(count / 50), count, count]);
  },
);

type Shown = NonNullable<Awaited<ReturnType<typeof readEndpointDetails>>>;

test("desk 46: an address is refused as by the API, also a sixth one", async () => {
  const id = (await findApiKeys(client.key))[0]?.id as number;
  const add = (url: string, events = ["mail.failed"]) => addEndpoint({ id, url, events }, commandActor);
  await expect(add("gopher://x")).rejects.toMatchObject({
    issues: [{ field: "url", code: "https_required" }],
  });
  await expect(add("https://x.example/", [])).rejects.toMatchObject({
    issues: [{ field: "events", code: "required" }],
  });
  for (let count = 0; count < 5; count++) await add(`https://x.example/${count}`);
  await expect(add("https://x.example/6")).rejects.toMatchObject({ issues: [{ code: "endpoints_full" }] });
});
