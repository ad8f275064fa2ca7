import { type AddressInfo, createServer, type LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { purgeWebhooks } from "@/lib/webhooks/worker";
import {
  attemptDeliveries,
  cleanups,
  client,
  createWebhookEndpoint,
  inHours,
  listDeliveries,
  readAttempts,
  respondWith,
  sendApiRequest,
  setUpWebhookApi,
  startReceiver,
  triggerEvent,
  type WebhookEndpoint,
} from "@/test/support/domain/webhooks";
import { aKey } from "@/test/support/servers/api";

setUpWebhookApi();

test("integrators 4: pending deliveries of a revoked key are not sent", async () => {
  const { url, received } = await startReceiver(respondWith(200));
  const endpoint = await createWebhookEndpoint(url);
  await triggerEvent();
  await prisma().apiKey.updateMany({
    where: { webhookEndpoints: { some: { id: endpoint.id } } },
    data: { revokedAt: new Date() },
  });
  await attemptDeliveries(endpoint);
  expect([received, await listDeliveries(endpoint)]).toMatchObject([[], [{ state: "failed", attempts: 0 }]]);
});

test.each([
  ["https://127.0.0.1"],
  ["HTTPS://127.0.0.1"],
  ["https://127.1"],
  ["https://[::1]"],
  ["https://[::ffff:127.0.0.1]"],
  ["https://169.254.169.254"],
  ["https://10.0.0.1"],
  ["https://0.0.0.0"],
  ["https://localhost"],
  ["https://[::127.0.0.1]"],
  ["https://[::7f00:1]"],
])("integrators 5: nothing goes to %s", async (address) => {
  const counter = await startCountingServer();
  const endpoint = await createWebhookEndpoint(`${address}:${counter.port}/`);
  env.WEBHOOK_ALLOW_PRIVATE = false;
  env.WEBHOOK_PORTS = [String(counter.port)];
  await triggerEvent();
  await attemptDeliveries(endpoint);
  expect(await readAttempts(endpoint)).toMatchObject([{ status: null, error: "address_not_allowed" }]);
  expect(counter.connections()).toBe(0);
});

test("integrators 5: rejects names that resolve to this machine, also at the second lookup, and http", async () => {
  const counter = await startCountingServer();
  const lookups: string[] = [];
  const lookup = ((_name, _options, callback) => {
    lookups.push("lookup");
    const address = lookups.length === 1 ? "203.0.113.7" : "127.0.0.1"; // the first is a documentation address (RFC 5737)
    (callback as (error: null, all: object[]) => void)(null, [{ address, family: 4 }]);
  }) as LookupFunction;
  env.WEBHOOK_ALLOW_PRIVATE = false;
  env.WEBHOOK_PORTS = [String(counter.port)];
  const endpoint = await createWebhookEndpoint(`https://rebinds.example:${counter.port}/`);
  await triggerEvent();
  await attemptDeliveries(endpoint, { lookup });
  await attemptDeliveries(endpoint, { lookup });
  expect((await readAttempts(endpoint))[0]).toMatchObject({ status: null, error: "address_not_allowed" });
  await prisma().webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { url: `http://203.0.113.7:${counter.port}/` },
  });
  await attemptDeliveries(endpoint, { lookup });
  expect((await readAttempts(endpoint))[0]).toMatchObject({ status: null, error: "address_not_allowed" });
  expect([lookups.length, counter.connections()]).toEqual([2, 0]);
});

test("integrators 5: rejects names that resolve to ::a.b.c.d, and ports that are not allowed", async () => {
  const lookedUp: string[] = [];
  const lookup = ((name, _options, callback) => {
    lookedUp.push(name);
    (callback as (error: null, all: object[]) => void)(null, [{ address: "::7f00:1", family: 6 }]);
  }) as LookupFunction;
  const [compatible, otherPort] = [
    await createWebhookEndpoint("https://compatible.example/"),
    await createWebhookEndpoint("https://port.example:8443/"),
  ];
  env.WEBHOOK_ALLOW_PRIVATE = false;
  await triggerEvent();
  for (const endpoint of [compatible, otherPort]) {
    await attemptDeliveries(endpoint, { lookup });
    expect(await readAttempts(endpoint)).toMatchObject([{ status: null, error: "address_not_allowed" }]);
  }
  expect(lookedUp).toEqual(["compatible.example"]);
});

/** A port that counts connections. */
async function startCountingServer() {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => count };
}

test.each([
  [{ events: ["enrollment.created"] }, [["url", "required"]]],
  [{ url: "https://a.example" }, [["events", "required"]]],
  [
    { url: 7, events: "all" },
    [
      ["url", "invalid_type"],
      ["events", "invalid_type"],
    ],
  ],
  [{ url: "http://a.example", events: ["enrollment.created"] }, [["url", "https_required"]]],
  [{ url: "https://a.example:8443", events: ["enrollment.created"] }, [["url", "port_not_allowed"]]],
  ...[
    ...[
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:10.0.0.1]",
      "[::a01:203]",
      "[fe80::1]",
      "[fd00::1]",
    ],
    ...[
      "10.1.2.3",
      "169.254.169.254",
      "172.31.0.1",
      "192.168.1.1",
      "100.64.0.1",
      "0.0.0.0",
      "255.255.255.255",
    ],
    ...["localhost", "LOCALHOST.", "receiver", "a.localhost", "db.internal", "printer.local"],
  ].map((host): [object, string[][]] => [
    { url: `https://${host}/`, events: ["enrollment.created"] },
    [["url", "private_address"]],
  ]),
  [
    { url: "https://me:secret@a.example", events: ["enrollment.created"] },
    [["url", "credentials_not_allowed"]],
  ],
  [{ url: "https://a.example/#part", events: ["enrollment.created"] }, [["url", "invalid_value"]]],
  [
    { url: "no address", events: [] },
    [
      ["url", "invalid_value"],
      ["events", "required"],
    ],
  ],
  [{ url: "https://a.example", events: ["everything"] }, [["events", "invalid_value"]]],
  [{ url: "https://a.example", events: [5] }, [["events", "invalid_type"]]],
  [{ url: "https://a.example", events: "mail.failed" }, [["events", "invalid_type"]]],
  [{ url: 5, events: ["mail.failed"] }, [["url", "invalid_type"]]],
  [{ url: " ", events: ["mail.failed"] }, [["url", "required"]]],
  [
    { url: null, events: null },
    [
      ["url", "required"],
      ["events", "required"],
    ],
  ],
])("integrators 4: an endpoint of %j is refused", async (body, issues) => {
  env.WEBHOOK_ALLOW_PRIVATE = false;
  const { status, error } = await sendApiRequest("POST", "webhook_endpoints", body);
  expect([status, error?.errors?.map(({ field, code }) => [field, code])]).toEqual([422, issues]);
});

test("integrators 4: the URL of an endpoint is trimmed", async () => {
  const body = { url: " https://a.example/hook\t", events: ["mail.failed"] };
  const { data } = await sendApiRequest("POST", "webhook_endpoints", body);
  expect(data).toMatchObject({ url: "https://a.example/hook" });
});

test("integrators 4: endpoints are their key's own, five at most, and can be deleted", async () => {
  const made = [];
  for (let count = 0; count < 5; count++) made.push(await createWebhookEndpoint("https://a.example/"));
  expect(
    (await sendApiRequest("POST", "webhook_endpoints", { url: "https://a.example", events: ["mail.failed"] }))
      .error?.code,
  ).toBe("limit_reached");
  const listed = (await sendApiRequest("GET", "webhook_endpoints")).data as WebhookEndpoint[];
  expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  expect(JSON.stringify(listed)).not.toContain("whsec_");
  const [{ id }] = made as [WebhookEndpoint];
  const own = client.key;
  client.key = await aKey();
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/ping"],
    ["POST", "/rotate"],
    ["POST", "/replay"],
    ["GET", "/attempts"],
  ] as const)
    expect([path, (await sendApiRequest(method, `webhook_endpoints/${id}${path}`)).status]).toEqual([
      path,
      404,
    ]);
  expect((await sendApiRequest("GET", "webhook_endpoints/no-uuid")).status).toBe(404);
  client.key = own;
  expect((await sendApiRequest("DELETE", `webhook_endpoints/${id}`)).data).toEqual({ id });
  expect((await sendApiRequest("GET", `webhook_endpoints/${id}`)).status).toBe(404);
});

test("integrators 4: the log is deleted after thirty days", async () => {
  const { url } = await startReceiver(respondWith(200));
  const endpoint = await createWebhookEndpoint(url);
  await triggerEvent();
  await attemptDeliveries(endpoint);
  await purgeWebhooks(inHours(29 * 24));
  expect(await readAttempts(endpoint)).toHaveLength(1);
  await purgeWebhooks(inHours(31 * 24));
  expect([await readAttempts(endpoint), await listDeliveries(endpoint)]).toEqual([[], []]);
});
