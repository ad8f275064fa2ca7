import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createApiKey, findApiKeys } from "@/lib/api/keys";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { createEventsQuery, decryptEventId, readEventCounter } from "@/lib/events/queries";
import type { Event } from "@/lib/events/schema";
import { numberEvents, purgeEvents } from "@/lib/events/worker";
import { recordDeliveryEvent } from "@/lib/mail/delivery";
import { NEW_EPOCH_SQL } from "@/lib/platform/database/backup";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { startWorker } from "@/lib/platform/jobs";
import { withSandbox } from "@/lib/platform/sandbox";
import { erasePerson } from "@/lib/privacy/verbs";
import { deleteAllSandboxData } from "@/lib/sandbox/writes";
import { enqueueDeliveries } from "@/lib/webhooks/worker";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createSiblings } from "@/test/support/data/families";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readStatus,
} from "@/test/support/domain/decisions";
import { retryWhileBusy } from "@/test/support/http/http-client";
import { aKey, startDemoApi } from "@/test/support/servers/api";

const { api } = await startDemoApi();
const year = await getCurrentYear();

const secretary = createStaffActor("secretary");
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const authorize = (key: string) => ({ Authorization: `Bearer ${key}` });

async function read(key: string, query = "") {
  const answer = await api.send("GET", `events${query}`, { headers: authorize(key) });
  const { data = [], next } = JSON.parse(answer.text) as { data?: Event[]; next?: string };
  return { status: answer.status, data, next };
}

/** Numbered events of a key. */
async function listEvents(key: string): Promise<[string, object][]> {
  await numberEvents();
  return (await read(key, "?limit=200")).data
    .filter(({ type }) => type !== "catalogue.changed")
    .map(({ type, data }) => [type, data]);
}

async function sendEnrollment(key: string, body: object = anAdult()): Promise<string> {
  const kind = "guardian_email" in body ? "minor" : "adult";
  const headers = { ...authorize(key), "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const { headers: responseHeaders } = await retryWhileBusy(() =>
    api.send("POST", `academic/${kind}_enrollment`, { headers, body }),
  );
  return String(responseHeaders["enrollment-reference"]);
}

test("integrators 3: events contain notified changes of the key's families in order, and no others", async () => {
  const key = await aKey();
  const reference = await sendEnrollment(key);
  await createEnrollment(); // the form's
  await sendEnrollment(await aKey());
  await decideAndNotify({ reference, to: "rejected", reason: "age" }, secretary, new Date());
  await undoDecision({ reference }, secretary, new Date());
  await decideAndNotify({ reference, to: "accepted", specialityId: year.piano }, secretary, new Date());
  const before = [["enrollment.created", { reference, state: "pending", version: 0 }]];
  expect(await listEvents(key)).toEqual(before);

  await notifyDue(inMinutes(11));
  await decideAndNotify(
    { reference, to: "pending", reason: "other", tell: "now" },
    createStaffActor("head"),
    new Date(),
  );
  await api.send("POST", `academic/enrollments/${reference}/withdrawal`, { headers: authorize(key) });
  const all = [
    ...before,
    ["enrollment.accepted", { reference, state: "accepted", version: 1 }],
    ["enrollment.changed", { reference, state: "pending", version: 2 }],
    ["enrollment.withdrawn", { reference, state: "withdrawn", version: 3 }],
  ];
  expect(await listEvents(key)).toEqual(all);
  expect(await listEvents(key)).toEqual(all);
  const allEvents = await listEvents(await aKey({ scopes: ["enrollment:read", "enrollment:read_all"] }));
  expect(allEvents.filter(([type]) => type === "enrollment.created").length).toBeGreaterThan(2);
});

test("integrators 3: events report the delivery of each e-mail, and of an erasure only the reference", async () => {
  const secret = await createApiKey({
    name: "erasing",
    scopes: ["enrollment:write", "enrollment:read", "enrollment:read_all"],
    expiresAt: null,
    mode: "test",
  });
  const reference = await sendEnrollment(secret, aMinor({ guardians: 2 }));
  const sandboxId = (await findApiKeys("erasing"))[0]?.id as number;
  const messages = await withSandbox({ sandboxId }, async () => {
    const found = await prisma().mailMessage.findMany({ where: { enrollment: { reference } } });
    for (const { id, kind } of found) {
      const type = kind === "second_guardian" ? "email.bounced" : "email.delivered";
      const data = { email_id: id, to: ["x@example.org"], tags: { message_id: id } };
      await recordDeliveryEvent(`evt ${id}`, { type, created_at: new Date(), data });
    }
    return found;
  });
  const mails = (await listEvents(secret)).slice(1);
  expect(mails).toHaveLength(3);
  const describeMessage = (kind: string) => ({
    reference,
    kind,
    message_id: messages.find((message) => message.kind === kind)?.id,
  });
  expect(mails).toEqual(
    expect.arrayContaining([
      ["mail.delivered", { ...describeMessage("minor_student"), state: "delivered", recipient: "student" }],
      ["mail.delivered", { ...describeMessage("guardian"), state: "delivered", recipient: "guardian" }],
      [
        "mail.failed",
        { ...describeMessage("second_guardian"), state: "bounced", recipient: "second_guardian" },
      ],
    ]),
  );
  const response = await api.send("GET", `academic/enrollments/${reference}`, { headers: authorize(secret) });
  const { emails } = response.data as { emails: Record<string, string>[] };
  const listed = emails.map(({ message_id, kind, person, state }) => [message_id, kind, person, state]);
  const reported = mails.map(([, data]) => data as Record<string, string>);
  const reportedRows = reported.map(({ message_id, kind, recipient, state }) => [
    message_id,
    kind,
    recipient,
    state,
  ]);
  expect(listed.sort()).toEqual(reportedRows.sort());
  await deleteAllSandboxData();
  expect((await listEvents(secret)).at(-1)).toEqual(["enrollment.erased", { reference }]);
  const allEvents = await listEvents(await aKey({ scopes: ["enrollment:read", "enrollment:read_all"] }));
  expect(allEvents.filter(([, data]) => "reference" in data && data.reference === reference)).toEqual([]);
});

test("integrators 3: one mail about several children has an event for each child", async () => {
  const { references } = await createSiblings();
  const message = { enrollment: { reference: references[0] }, kind: "guardian" } as const;
  const { id: message_id } = await prisma().mailMessage.findFirstOrThrow({ where: message });
  await prisma().mailMessage.updateMany({ where: message, data: { state: "delivered" } });
  const allEvents = await listEvents(await aKey({ scopes: ["enrollment:read", "enrollment:read_all"] }));
  const mails = allEvents.slice(-2); // same time, so in any order
  expect(mails).toEqual(
    expect.arrayContaining(
      references.map((reference) => [
        "mail.delivered",
        { reference, state: "delivered", recipient: "guardian", kind: "guardian", message_id },
      ]),
    ),
  );
});

test("integrators 3: an erasure has one event, also when the row is deleted later", async () => {
  const key = await aKey();
  const reference = await sendEnrollment(key);
  const { id, studentId } = await readStatus(reference);
  await erasePerson(studentId, { actor: { kind: "command" }, now: new Date() });
  await prisma().enrollment.delete({ where: { id } });
  const erased = (await listEvents(key)).filter(([type]) => type === "enrollment.erased");
  expect(erased).toEqual([["enrollment.erased", { reference }]]);
});

test("integrators 3: a changed catalogue has one event for every key", async () => {
  await numberEvents();
  const key = await aKey();
  const { next } = await read(key, "?limit=200");
  await getPool().query("update subjects set price = price + 1");
  await getPool().query("update subjects set price = price - 1");
  await numberEvents();
  await numberEvents();
  const { data } = await read(key, `?after=${next}`);
  expect(data.map((event) => [event.type, event.data])).toEqual([["catalogue.changed", {}]]);
});

test("integrators 3: a reader gets each event once and in order, with a thousand concurrent writes", async () => {
  const key = await aKey();
  const people = Array.from({ length: 900 }, () => anAdult());
  const received: Event[] = [];
  let cursor = "0";
  const readNextPage = async () => {
    const page = await read(key, `?limit=200&after=${cursor}`);
    received.push(...page.data);
    cursor = page.next as string;
    return page.data.length;
  };
  let reading = Promise.resolve(0);
  const references: string[] = [];
  const processDue = () => numberEvents(enqueueDeliveries);
  const stop = startWorker({ everyMs: 1_000, failureMessage: "events not numbered", processDue });
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let body = people.pop(); body; body = people.pop()) {
        const withdraws = people.length % 9 === 0;
        const reference = await sendEnrollment(key, body);
        references.push(reference);
        if (!withdraws) continue;
        const withdrawalPath = `academic/enrollments/${reference}/withdrawal`;
        const withdraw = () => api.send("POST", withdrawalPath, { headers: authorize(key) });
        expect((await retryWhileBusy(withdraw)).status).toBe(200);
        await Promise.all([numberEvents(), numberEvents()]);
        reading = reading.then(readNextPage);
      }
    }),
  );
  await stop();
  await reading;
  await numberEvents();
  while ((await readNextPage()) > 0);

  const enrollmentEvents = received.filter(({ type }) => type !== "catalogue.changed");
  expect(enrollmentEvents).toHaveLength(1_000);
  const byReference = Map.groupBy(enrollmentEvents, ({ data }) => data.reference);
  expect(new Set(byReference.keys())).toEqual(new Set(references));
  const orders = Map.groupBy(byReference.values(), (events) => events.map(({ type }) => type).join());
  expect([...orders].map(([order, events]) => [order, events.length]).sort()).toEqual([
    ["enrollment.created", 800],
    ["enrollment.created,enrollment.withdrawn", 100],
  ]);
  const counter = await readEventCounter();
  const numbers = received.map(({ id }) => Number(decryptEventId(id, counter)));
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  const { rows } = await getPool().query(
    "select max(number)::int as last, count(number)::int as count from events",
  );
  expect(rows[0].last).toBe(rows[0].count);
});

test("integrators 3: numbers an enrollment that was committed late or during a stop of the worker", async () => {
  const key = await aKey();
  await numberEvents();
  const { next } = await read(key, "?limit=200");
  const reference = await sendEnrollment(key);
  await getPool().query(
    "update enrollments set created_at = now() - interval '3 hours' where reference = $1",
    [reference],
  );
  await getPool().query("update event_counter set looked_at = now() - interval '3 hours'");
  await numberEvents();
  const { data, next: later } = await read(key, `?after=${next}`);
  expect(data.map(({ type }) => type)).toEqual(["enrollment.created"]);
  expect(later).toBe(data[0]?.id);
  expect(await read(key, `?after=${later}`)).toEqual({ status: 200, data: [], next: later });
});

test("integrators 3: page after full page, by `next` and by the Link header alike, each event is returned once", async () => {
  const key = await aKey();
  const made = [];
  for (let index = 0; index < 5; index++) made.push(await sendEnrollment(key));
  await numberEvents();
  const { data: whole } = await read(key, "?limit=200");
  const about = whole.flatMap(({ type, data }) => (type === "enrollment.created" ? [data.reference] : []));
  expect(about).toEqual(made);

  const byNext: Event[] = [];
  for (let page = await read(key, "?limit=2"); page.data.length > 0; ) {
    expect(page.data.length).toBeLessThanOrEqual(2);
    byNext.push(...page.data);
    page = await read(key, `?limit=2&after=${page.next}`);
  }
  expect(byNext).toEqual(whole);

  const byLink: Event[] = [];
  for (let query = "?limit=2"; ; ) {
    const answer = await api.send("GET", `events${query}`, { headers: authorize(key) });
    const { data } = JSON.parse(answer.text) as { data: Event[] };
    if (data.length === 0) break;
    byLink.push(...data);
    const [, url = ""] = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link)) ?? [];
    expect(new URL(url).pathname).toBe("/api/v1/events");
    query = new URL(url).search;
    expect(query).toContain("limit=2");
  }
  expect(byLink).toEqual(whole);
});

test("integrators 3: deletes events after ninety days; an older cursor is rejected as expired", async () => {
  const [quiet, busy] = [await aKey(), await aKey()];
  await listEvents(quiet);
  const { next: old } = await read(quiet, "?limit=1");
  await sendEnrollment(busy);
  await numberEvents();
  const { next: currentCursor } = await read(quiet, `?limit=200&after=${old}`);
  expect(currentCursor).not.toBe(old);

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  expect(await purgeEvents(inDays(89))).toBe(0);
  expect(await purgeEvents(inDays(91))).toBeGreaterThan(0);
  const expired = await api.send("GET", `events?after=${old}`, { headers: authorize(quiet) });
  expect([expired.status, expired.error?.errors?.map(({ field, code }) => [field, code])]).toEqual([
    422,
    [["after", "cursor_expired"]],
  ]);
  const unknown = await api.send("GET", `events?after=${10n ** 17n}`, { headers: authorize(quiet) }); // of a restored database
  expect(unknown.error?.errors).toMatchObject([{ field: "after", code: "cursor_expired" }]);
  const reference = await sendEnrollment(quiet);
  await numberEvents();
  const remaining = (await read(quiet)).data.map(({ data }) => data.reference);
  expect(remaining).toEqual([reference]);
  expect((await read(quiet, `?after=${currentCursor}`)).data.map(({ data }) => data.reference)).toEqual(
    remaining,
  );
});

test("integrators 17: after a restore old cursors fail, and ids are not reused", async () => {
  const key = await aKey();
  await sendEnrollment(key);
  await listEvents(key);
  const { number: backup } = await readEventCounter();
  const ids: unknown[] = [];
  const readPage = async () => {
    await numberEvents();
    const { data, next } = await read(key, "?limit=200");
    ids.push(...data.map(({ id }) => id), next);
    return { data, next };
  };
  for (let count = 0; count < 3; count++) await sendEnrollment(key);
  const lost = await readPage();
  expect((await read(key, `?after=${backup}`)).data).toHaveLength(3); // a number from before the restore

  const restored = await getPool().connect();
  await restored.query("begin; set local search_path to ''");
  await restored.query("delete from public.events where number > $1", [backup]);
  await restored.query("update public.event_counter set number = $1", [backup]);
  await restored.query(NEW_EPOCH_SQL);
  await restored.query("commit");
  restored.release(true);
  const before = new Set(ids.splice(0));
  for (let count = 0; count < 9; count++) await sendEnrollment(key);
  const { data, next } = await readPage();
  expect(data.length).toBeGreaterThan(9);
  expect(ids.filter((id) => before.has(id))).toEqual([]);
  for (const cursor of [lost.next, lost.data[0]?.id, backup]) {
    const { status, error } = await api.send("GET", `events?after=${cursor}`, { headers: authorize(key) });
    expect([status, error?.errors]).toMatchObject([422, [{ field: "after", code: "cursor_expired" }]]);
  }
  expect((await read(key, "?after=0")).data).toHaveLength(data.length);
  expect(await read(key, `?after=${next}`)).toEqual({ status: 200, data: [], next });
  expect((await read(key, `?after=${data[0]?.id}&limit=200`)).data).toEqual(data.slice(1));
});

test("integrators 3: events of a key are read by indexes, however many other keys have", async () => {
  const client = await getPool().connect();
  await client.query("begin");
  await client.query(
    `insert into events (number, type, api_key_id, data)
     select 1e9 + n, 'mail.delivered', 1 + n % 7, '{}' from generate_series(1, 20000) n`,
  );
  await client.query("analyze events");
  const { text, values } = createEventsQuery({ apiKeyId: 999_999, all: false }, 1n, 200);
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, values as unknown[]);
  await client.query("rollback");
  client.release();
  const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
  expect(plan).toContain("events_api_key_id_number_idx");
  expect(plan).not.toContain("Seq Scan");
  expect(plan).not.toMatch(/Rows Removed by Filter": [1-9]/);
});

test.each([
  "after=x",
  "after=evt_short",
  "after=evt_x1Zq3mB7Gd0pYw5rTn8c.k",
  "after=-1",
  "after=1.5",
  "limit=0",
  "limit=201",
])("integrators 3: %s is refused", async (query) => {
  expect((await read(await aKey(), `?${query}`)).status).toBe(422);
});
