import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createLine, type LookupFunction } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApiKey } from "@/lib/api/api-keys";
import { usualScopes } from "@/lib/api/scopes";
import { env } from "@/lib/env";
import { numberEvents } from "@/lib/events/number-events";
import { readMailbox } from "@/lib/mail/mailbox";
import { sendNotice } from "@/lib/mail/notice";
import { pool, prisma } from "@/lib/prisma";
import { startJobs } from "@/server/jobs";
import { type Api, aKey, startApi } from "@/test/api";
import { anAdult } from "@/test/factories";
import { aSchool } from "@/test/school";
import { attemptDelivery } from "./attempt";
import { purgeWebhooks, rescueDeliveries } from "./purge";
import { queueDeliveries } from "./queue";
import { resealSecrets } from "./secret";
import { workOnWebhooks } from "./worker";

let api: Api;
let key: string;
const closing: (() => void)[] = [];
beforeAll(async () => {
  await aSchool();
  api = await startApi();
});
afterAll(async () => {
  for (const close of closing) close();
  await api.stop();
});
beforeEach(async () => {
  env.WEBHOOK_ALLOW_PRIVATE = true;
  key = await aKey();
});

type Heard = { path: string; headers: Record<string, string>; body: string };

/** A server that keeps what it hears and answers as it is told. */
async function receiver(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text) => (body += text));
    request.on("end", () => {
      heard.push({ path: request.url ?? "", headers: request.headers as Record<string, string>, body });
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard };
}

const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end("thanks");
  };

const send = (method: string, path: string, body?: unknown) =>
  api.send(method, path, {
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
  });

type Made = { id: string; secret: string };

const make = async (url: string, events = ["enrollment.created"]) =>
  (await send("POST", "webhook_endpoints", { url, events })).data as Made;

/** Something happens, is numbered and handed on; the reference that it is about. */
async function happens(): Promise<string> {
  const reference = String(
    (await send("POST", "academic/adult_enrollment", anAdult())).headers["enrollment-reference"],
  );
  await numberEvents(queueDeliveries);
  return reference;
}

const deliveriesOf = ({ id }: Made) =>
  prisma().webhookDelivery.findMany({ where: { endpointId: id }, orderBy: { createdAt: "asc" } });

/** Attempts at what waits, as the worker makes them. */
async function attempt(endpoint: Made, trying: Partial<Parameters<typeof attemptDelivery>[1]> = {}) {
  for (const { id, state } of await deliveriesOf(endpoint))
    if (state === "pending") await attemptDelivery(id, { now: new Date(), ...trying });
}

const log = async ({ id }: Made) =>
  (await send("GET", `webhook_endpoints/${id}/attempts`)).data as {
    webhook_id: string;
    status: number | null;
    error: string | null;
    answer: string;
  }[];

const hours = (count: number, from = Date.now()) => new Date(from + count * 3_600_000);

test("4: what happens is sent at once, signed, thin, and once; nothing of what was before, of others, or not asked for", async () => {
  const { url, heard } = await receiver(status(204));
  await happens();
  const endpoint = await make(url);
  expect(endpoint.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const boss = await startJobs();
  await workOnWebhooks(boss);
  const reference = await happens();
  await api.post(`academic/enrollments/${reference}/withdrawal`, {});
  await api.enrollAdult(anAdult()); // another key's
  await numberEvents(queueDeliveries);
  await expect.poll(() => deliveriesOf(endpoint)).toMatchObject([{ state: "delivered", attempts: 1 }]);
  await boss.stop({ graceful: true });

  expect(heard).toHaveLength(1);
  const [{ headers, body }] = heard as [Heard];
  new Webhook(endpoint.secret).verify(body, headers);
  expect(() => new Webhook(endpoint.secret).verify(body.replace("pending", "accepted"), headers)).toThrow();
  const { data } = await send("GET", "events?limit=200");
  const event = (data as { id: string; type: string }[]).find(
    ({ id, type }) => id === headers["webhook-id"] && type === "enrollment.created",
  );
  const { id, ...sent } = event as unknown as { id: string };
  expect(JSON.parse(body)).toEqual(sent);
  expect(JSON.parse(body).data).toEqual({ reference, state: "pending", version: 0 });
  expect(await log(endpoint)).toMatchObject([{ webhook_id: id, status: 204, error: null, answer: "" }]);
});

test("4: a busy hour's webhooks leave one after another, not by the seconds of a clock; one that hangs delays none", async () => {
  const [quick, hanging] = [await receiver(status(204)), await receiver(() => {})];
  const [endpoint] = [await make(quick.url), await make(hanging.url)];
  for (let at = 0; at < 40; at++) await send("POST", "academic/adult_enrollment", anAdult());
  const boss = await startJobs({ countEverySeconds: 1 });
  await workOnWebhooks(boss);
  await numberEvents(queueDeliveries);
  const delivered = async () =>
    (await deliveriesOf(endpoint)).filter(({ state }) => state === "delivered").length;
  await expect.poll(delivered, { timeout: 20_000 }).toBe(40); // three every two seconds would be half a minute
  for (const close of closing.splice(-1)) close();
  await boss.stop({ graceful: true });
}, 40_000);

test("3, 4: who may read everything is sent what any live key enrolls; everybody, that the catalogue changed; nobody, a test", async () => {
  const { url } = await receiver(status(204));
  const events = ["enrollment.created", "catalogue.changed"];
  const trial = await createApiKey({ name: "trial", scopes: usualScopes, expiresAt: null, mode: "test" });
  await numberEvents(queueDeliveries);
  const usual = await make(url, events);
  key = await aKey({ scopes: [...usualScopes, "enrollment:read_all"] });
  const reader = await make(url, events);
  await api.enrollAdult(anAdult());
  await api.post("academic/adult_enrollment", anAdult(), { Authorization: `Bearer ${trial}` });
  await prisma().subject.updateMany({ data: { price: { increment: 1 } } });
  await numberEvents(queueDeliveries);
  const sentTo = async (endpoint: Made) => {
    const numbers = (await deliveriesOf(endpoint)).map(({ eventNumber }) => eventNumber);
    const query = "select type, test from events where number = any($1) order by type";
    return (await pool().query(query, [numbers])).rows;
  };
  const changed = { type: "catalogue.changed", test: false };
  expect(await sentTo(usual)).toEqual([changed]);
  expect(await sentTo(reader)).toEqual([changed, { type: "enrollment.created", test: false }]);
});

const TEN_MB = Buffer.alloc(10 * 1024 * 1024, "x");

test.each([
  ["answers 500", status(500), { status: 500, answer: "thanks" }, "pending"],
  ["redirects", status(302, { Location: "/elsewhere" }), { status: 302 }, "pending"],
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
])("5: a receiver that %s", async (_, answer, expected, state) => {
  const { url, heard } = await receiver(answer);
  const endpoint = await make(url);
  await happens();
  await attempt(endpoint, "error" in expected && expected.error === "time_out" ? { timeOutMs: 2_000 } : {});
  expect(await log(endpoint)).toMatchObject([expected]);
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state, attempts: 1 }]);
  expect(heard.map(({ path }) => path)).toEqual(["/hook"]);
});

test("4: ten attempts at their times, each with its job and the same id; then it has failed until it is replayed", async () => {
  const answers = [...Array<number>(10).fill(503), 200, 200];
  const { url, heard } = await receiver((response) => status(answers.shift() as number)(response));
  const endpoint = await make(url);
  await happens();
  const waits = [];
  for (let now = new Date(), tries = 0; tries < 10; tries++) {
    await attempt(endpoint, { now });
    const [{ id, nextAt, state }] = (await deliveriesOf(endpoint)) as unknown as [
      { id: string; nextAt: Date; state: string },
    ];
    if (state !== "pending") break;
    const { rows } = await pool().query(
      "select start_after from pgboss.job where name = 'webhooks' and data ->> 'deliveryId' = $1 order by start_after desc limit 1",
      [id],
    );
    expect(rows[0].start_after).toEqual(nextAt);
    waits.push((nextAt.getTime() - now.getTime()) / 1000);
    now = nextAt;
  }
  const schedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  expect(waits).toHaveLength(schedule.length);
  for (const [at, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(schedule[at] as number);
    expect(wait).toBeLessThanOrEqual((schedule[at] as number) * 1.1);
  }
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "failed", attempts: 10 }]);

  expect((await send("POST", `webhook_endpoints/${endpoint.id}/replay`)).data).toEqual({ replayed: 1 });
  await attempt(endpoint);
  expect((await send("POST", `webhook_endpoints/${endpoint.id}/replay`)).data).toEqual({ replayed: 0 });
  const id = heard[0]?.headers["webhook-id"];
  expect((await send("POST", `webhook_endpoints/${endpoint.id}/replay?event=${id}`)).data).toEqual({
    replayed: 1,
  });
  await attempt(endpoint);
  expect(heard.map(({ headers }) => headers["webhook-id"])).toEqual(Array(12).fill(id));
  for (const { headers, body } of heard.slice(-2)) new Webhook(endpoint.secret).verify(body, headers);
  expect((await send("POST", `webhook_endpoints/${endpoint.id}/replay?event=${Number(id) - 1}`)).status).toBe(
    404,
  );
});

test("4: what is replayed while it still waits goes on in one chain of attempts", async () => {
  const { url, heard } = await receiver(status(500));
  const endpoint = await make(url);
  await happens();
  const [delivery] = await deliveriesOf(endpoint);
  const done = new Set<string>();
  const round = async () => {
    const { rows } = await pool().query<{ id: string; due: string }>(
      "select id, data ->> 'due' as due from pgboss.job where name = 'webhooks' and data ->> 'deliveryId' = $1",
      [delivery?.id],
    );
    for (const { id, due } of rows.filter((job) => !done.has(job.id))) {
      done.add(id);
      await attemptDelivery(String(delivery?.id), { now: new Date(), due });
    }
    return heard.length;
  };
  expect(await round()).toBe(1);
  const path = `webhook_endpoints/${endpoint.id}/replay?event=${delivery?.eventNumber}`;
  expect((await send("POST", path)).data).toEqual({ replayed: 1 });
  expect([await round(), await round(), await round()]).toEqual([2, 3, 4]);
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "pending", attempts: 3 }]);
});

test("4: what got through is noted, also when every connection is lent for a while", async () => {
  let lent: Promise<unknown> = Promise.resolve();
  const { url } = await receiver((response) => {
    const connections = Array.from({ length: env.DATABASE_POOL_SIZE });
    lent = Promise.all(connections.map(() => pool().query("select pg_sleep(2.5)")));
    response.writeHead(204).end();
  });
  const endpoint = await make(url);
  await happens();
  await attempt(endpoint);
  await lent;
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "delivered", attempts: 1 }]);
});

test("4: Retry-After is obeyed, in seconds and as a date, for a day at most", async () => {
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  for (const [after, wait] of [
    ["600", 600],
    [new Date(now.getTime() + 900_000).toUTCString(), 900],
    ["99999999", 86_400],
    ["soon", 5],
  ] as const) {
    const { url } = await receiver(status(429, { "Retry-After": after }));
    const endpoint = await make(url);
    await happens();
    await attempt(endpoint, { now });
    const [delivery] = await deliveriesOf(endpoint);
    expect(Math.floor(((delivery?.nextAt.getTime() ?? 0) - now.getTime()) / 1000)).toBe(wait);
  }
});

test("4: 410 switches off; a ping that gets through switches on, and what was missed can be replayed", async () => {
  const answers = [410, 500, 200, 200, 200];
  const { url, heard } = await receiver((response) => status(answers.shift() as number)(response));
  const endpoint = await make(url);
  const path = `webhook_endpoints/${endpoint.id}`;
  await happens();
  await attempt(endpoint);
  expect((await send("GET", path)).data).toMatchObject({ off_reason: "gone", off_at: expect.any(String) });
  await happens();
  expect(await deliveriesOf(endpoint)).toMatchObject([{ state: "failed" }]);

  const ping = async () => {
    const { webhook_id } = (await send("POST", `${path}/ping`)).data as { webhook_id: string };
    await attempt(endpoint);
    expect(heard.at(-1)?.headers["webhook-id"]).toBe(webhook_id);
    expect(JSON.parse(heard.at(-1)?.body ?? "")).toMatchObject({ type: "ping", data: {} });
    return (await send("GET", path)).data;
  };
  expect(await ping()).toMatchObject({ off_reason: "gone" });
  expect(await ping()).toMatchObject({ off_reason: null, off_at: null });
  expect((await send("POST", `${path}/replay?since=${hours(-1).toISOString()}`)).data).toEqual({
    replayed: 2,
  });
  await attempt(endpoint);
  expect(new Set(heard.slice(-2).map(({ headers }) => headers["webhook-id"])).size).toBe(2);
});

test("4: five days without one that gets through switch off, and the school's contact hears of it", async () => {
  const { url } = await receiver(status(500));
  const endpoint = await make(url);
  const path = `webhook_endpoints/${endpoint.id}`;
  await happens();
  await attempt(endpoint);
  await attempt(endpoint, { now: hours(119) });
  expect((await send("GET", path)).data).toMatchObject({ off_reason: null });
  await attempt(endpoint, { now: hours(120.1) });
  expect((await send("GET", path)).data).toMatchObject({ off_reason: "failing" });

  const { rows } = await pool().query("select id, data from pgboss.job where name = 'notices'");
  expect(rows).toHaveLength(1);
  await sendNotice(rows[0].id, rows[0].data);
  const [message] = (await readMailbox()).messages;
  expect(message).toMatchObject({ to: "secretaria@escuela.example", kind: "webhook_off" });
  expect(message?.text).toContain(new URL(url).host);
});

test("4: after a rotation both secrets sign for a day, then the new one alone", async () => {
  const { url, heard } = await receiver(status(200));
  const endpoint = await make(url);
  const answer = await send("POST", `webhook_endpoints/${endpoint.id}/rotate`);
  const { secret } = answer.data as Made;
  await happens();
  await attempt(endpoint);
  const [{ headers, body }] = heard as [Heard];
  for (const valid of [secret, endpoint.secret]) new Webhook(valid).verify(body, headers);
  await happens();
  const now = hours(24.1);
  await attempt(endpoint, { now });
  const signatures = heard.map(({ headers }) => headers["webhook-signature"]?.split(" ").length);
  expect(signatures).toEqual([2, 1]);
});

test("4: secrets are stored encrypted for their endpoint alone; one of the version before signs too and is brought under the key of now", async () => {
  const { url, heard } = await receiver(status(200));
  const [endpoint, other] = [await make(url), await make(url, ["mail.failed"])];
  const bytes = new Uint8Array(Buffer.from(endpoint.secret.replace("whsec_", ""), "base64"));
  const stored = async () =>
    (await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } })).secret;
  const store = (secret: Uint8Array<ArrayBuffer>) =>
    prisma().webhookEndpoint.update({ where: { id: endpoint.id }, data: { secret } });
  expect(Buffer.from(await stored()).includes(Buffer.from(bytes))).toBe(false);
  await happens();
  await attempt(endpoint);

  await store(bytes);
  await happens();
  await attempt(endpoint);
  expect(await resealSecrets()).toBe(1);
  expect(await stored()).not.toEqual(bytes);
  expect(await resealSecrets()).toBe(0);
  await happens();
  await attempt(endpoint);
  expect(heard).toHaveLength(3);
  for (const { headers, body } of heard) new Webhook(endpoint.secret).verify(body, headers);

  const foreign = await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id: other.id } });
  await store(foreign.secret);
  await happens();
  await attempt(endpoint);
  expect((await log(endpoint))[0]).toMatchObject({ status: null, error: "secret_lost" });
  expect(heard).toHaveLength(3);
});

test("4: what waits for a key that was revoked is not sent", async () => {
  const { url, heard } = await receiver(status(200));
  const endpoint = await make(url);
  await happens();
  await prisma().apiKey.updateMany({
    where: { webhookEndpoints: { some: { id: endpoint.id } } },
    data: { revokedAt: new Date() },
  });
  await attempt(endpoint);
  expect([heard, await deliveriesOf(endpoint)]).toMatchObject([[], [{ state: "failed", attempts: 0 }]]);
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
])("5: nothing goes to %s", async (address) => {
  const line = await aLine();
  const endpoint = await make(`${address}:${line.port}/`);
  env.WEBHOOK_ALLOW_PRIVATE = false;
  await happens();
  await attempt(endpoint);
  expect(await log(endpoint)).toMatchObject([{ status: null, error: "address_not_allowed" }]);
  expect(line.connections()).toBe(0);
});

test("5: a name that leads to this machine, or does so the second time it is asked, is not followed; nor is http", async () => {
  const line = await aLine();
  const leads: string[] = [];
  const lookup = ((_name, _options, found) => {
    leads.push("asked");
    const address = leads.length === 1 ? "203.0.113.7" : "127.0.0.1"; // the first leads nowhere (RFC 5737)
    (found as (error: null, all: object[]) => void)(null, [{ address, family: 4 }]);
  }) as LookupFunction;
  env.WEBHOOK_ALLOW_PRIVATE = false;
  const endpoint = await make(`https://rebinds.example:${line.port}/`);
  await happens();
  await attempt(endpoint, { lookup });
  await attempt(endpoint, { lookup });
  expect((await log(endpoint))[0]).toMatchObject({ status: null, error: "address_not_allowed" });
  await prisma().webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { url: `http://203.0.113.7:${line.port}/` },
  });
  await attempt(endpoint, { lookup });
  expect((await log(endpoint))[0]).toMatchObject({ status: null, error: "address_not_allowed" });
  expect([leads.length, line.connections()]).toEqual([2, 0]);
});

/** A port that counts who connects. */
async function aLine() {
  let count = 0;
  const server = createLine((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
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
  [{ url: "http://a.example", events: ["enrollment.created"] }, [["url", "invalid_value"]]],
  [{ url: "https://me:secret@a.example", events: ["enrollment.created"] }, [["url", "invalid_value"]]],
  [
    { url: "no address", events: [] },
    [
      ["url", "invalid_value"],
      ["events", "required"],
    ],
  ],
  [{ url: "https://a.example", events: ["everything"] }, [["events", "invalid_value"]]],
])("4: an endpoint of %j is refused", async (body, issues) => {
  env.WEBHOOK_ALLOW_PRIVATE = false;
  const { status, error } = await send("POST", "webhook_endpoints", body);
  expect([status, error?.errors?.map(({ field, code }) => [field, code])]).toEqual([422, issues]);
});

test("4: endpoints are their key's own, twenty at most, and can be deleted", async () => {
  const made = [];
  for (let count = 0; count < 20; count++) made.push(await make("https://a.example/"));
  expect(
    (await send("POST", "webhook_endpoints", { url: "https://a.example", events: ["mail.failed"] })).error
      ?.code,
  ).toBe("limit_reached");
  const listed = (await send("GET", "webhook_endpoints")).data as Made[];
  expect(listed.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  expect(JSON.stringify(listed)).not.toContain("whsec_");
  const [{ id }] = made as [Made];
  const own = key;
  key = await aKey();
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/ping"],
    ["POST", "/rotate"],
    ["POST", "/replay"],
    ["GET", "/attempts"],
  ] as const)
    expect([path, (await send(method, `webhook_endpoints/${id}${path}`)).status]).toEqual([path, 404]);
  expect((await send("GET", "webhook_endpoints/no-uuid")).status).toBe(404);
  key = own;
  expect((await send("DELETE", `webhook_endpoints/${id}`)).data).toEqual({ id });
  expect((await send("GET", `webhook_endpoints/${id}`)).status).toBe(404);
});

test("4: a delivery whose job is lost is found again, and after thirty days the log is forgotten", async () => {
  const { url } = await receiver(status(200));
  const endpoint = await make(url);
  await happens();
  await pool().query("delete from pgboss.job where name = 'webhooks'");
  expect(await rescueDeliveries(new Date())).toBe(0);
  expect(await rescueDeliveries(hours(1.1))).toBeGreaterThan(0);
  expect(await rescueDeliveries(hours(1.1))).toBe(0);
  await attempt(endpoint);
  await purgeWebhooks(hours(29 * 24));
  expect(await log(endpoint)).toHaveLength(1);
  await purgeWebhooks(hours(31 * 24));
  expect([await log(endpoint), await deliveriesOf(endpoint)]).toEqual([[], []]);
});
