import { afterAll, expect, test } from "vitest";
import { findApiKeys } from "@/lib/api/keys";
import { saveCallCounts } from "@/lib/api/request-log";
import { listKeys, readKey } from "@/lib/desk/keys/queries";
import { readMailbox } from "@/lib/mail/mailbox";
import { type Notice, sendNotice } from "@/lib/mail/notices";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { commandActor } from "@/test/support/domain/staff";
import { startApi } from "@/test/support/servers/api";
import {
  changeKey,
  createKey,
  emptySandbox,
  endOverlap,
  notifyExpiringKeys,
  revokeKey,
  rotateKey,
} from "./verbs";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const DAY_MS = 24 * 3600 * 1000;
const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);

let made = 0;
async function aDeskKey(more: Partial<Parameters<typeof createKey>[0]> = {}) {
  const key_name = `web ${++made}`;
  const scopes = ["catalogue:read", "enrollment:write", "enrollment:read"] as const;
  const secret = await createKey({ key_name, scopes: [...scopes], mode: "live", ...more }, commandActor);
  const id = (await findApiKeys(secret))[0]?.id as number;
  return {
    id,
    secret,
    name: key_name,
    page: async () => (await readKey(commandActor, id, new Date())) as NonNullable<Shown>,
  };
}
type Shown = Awaited<ReturnType<typeof readKey>>;

const getPrefix = (secret: string) => secret.slice(0, 17);
const as = (secret: string) => ({ Authorization: `Bearer ${secret}` });
const read = async (secret: string) => (await api.get("general/terms", { headers: as(secret) })).status;
const counted = (keyId: number) => prisma().apiKeyDay.findMany({ where: { apiKeyId: keyId } });

test("desk 29: a key's use is counted in memory and saved in one statement", async () => {
  const { id, secret, page } = await aDeskKey();
  for (let call = 0; call < 7; call++) await read(secret);
  await api.get("academic/subjects?school_year_id=0", { headers: as(secret) }); // refused
  expect(await counted(id)).toEqual([]); // no request waited for it or locked the key's row

  await saveCallCounts();
  expect(await counted(id)).toMatchObject([{ calls: 8, errors: 1 }]);
  await read(secret);
  await Promise.all([saveCallCounts(), saveCallCounts()]); // as several processes do
  await prisma().apiKeyDay.create({ data: { apiKeyId: id, day: inDays(-40), calls: 100, errors: 0 } });
  const { usage } = await page();
  expect(usage).toEqual({ calls: 9, errors: 1 });
  expect((await listKeys(commandActor, now)).find((key) => key.id === id)?.usage).toEqual(usage);
});

test("desk 29: counts that could not be saved are saved next time", async () => {
  const { id, secret } = await aDeskKey();
  await saveCallCounts();
  await read(secret);
  await getPool().query("alter table api_key_days rename to api_key_days_away");
  await saveCallCounts();
  await getPool().query("alter table api_key_days_away rename to api_key_days");
  await read(secret);
  await saveCallCounts();
  expect(await counted(id)).toMatchObject([{ calls: 2, errors: 0 }]);
});

test("desk 29: a key is rotated with an overlap that can be ended, and revoked; the record has no secret", async () => {
  const { id, secret, name, page } = await aDeskKey({ contact: "ana@web.example" });
  const second = await rotateKey({ id, prefix: getPrefix(secret), overlap: 24 * 60 }, commandActor);
  expect([await read(secret), await read(second)]).toEqual([200, 200]);
  expect((await page()).overlapEnds).not.toBeNull();
  await endOverlap({ id }, commandActor);
  expect([await read(secret), await read(second)]).toEqual([401, 200]);
  expect((await page()).overlapEnds).toBeNull();

  const { was } = await page();
  const input = { id, contact: "eva@web.example", expires: "2999-06-30", was };
  await changeKey(input, commandActor);
  await expect(changeKey(input, commandActor)).rejects.toMatchObject({
    issues: [{ code: "key_overtaken" }],
  });
  expect(await page()).toMatchObject({ contact: "eva@web.example", lastDay: "2999-06-30", state: "works" });
  await revokeKey({ id }, commandActor);
  expect(await read(second)).toBe(401);
  for (const late of [
    () => rotateKey({ id, prefix: getPrefix(second), overlap: 0 }, commandActor),
    () => endOverlap({ id }, commandActor),
    () => changeKey(input, commandActor),
  ])
    await expect(late()).rejects.toMatchObject({ issues: [{ code: "gone" }] });

  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "api_key", objectId: name },
    orderBy: { id: "asc" },
    select: { action: true, values: true },
  });
  const actions = ["key_made", "key_renewed", "key_overlap_ended", "key_changed", "key_stopped"];
  expect(entries.map(({ action }) => action)).toEqual(actions);
  const text = JSON.stringify(entries, (_, value) => (typeof value === "bigint" ? String(value) : value));
  for (const hidden of [secret, second, "@web.example"]) expect(text).not.toContain(hidden);
});

// After two rotations the integrator's secret would be neither the new nor the previous one.
test("desk 12 and 29: of two renewals of a key from one page only the first counts", async () => {
  const { id, secret } = await aDeskKey();
  const both = [1, 2].map(() => rotateKey({ id, prefix: getPrefix(secret), overlap: 60 }, commandActor));
  const results = await Promise.allSettled(both);
  const renewed = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(renewed).toHaveLength(1);
  expect(results.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { issues: [{ code: "key_overtaken" }] },
  });
  expect([await read(secret), await read(renewed[0] as string)]).toEqual([200, 200]);
});

test.each([
  ["no name", { key_name: " " }, "key_name: required"],
  ["a name that another one has", { key_name: "taken" }, "key_name: taken"],
  ["nothing that it may", { scopes: [] }, "scopes: required"],
  ["what nobody may", { scopes: ["everything"] }, "scopes.0: invalid"],
  ["no mode", { mode: undefined }, "mode: required"],
  ["no address", { contact: "ana" }, "contact: invalid"],
  ["no day", { expires: "2027-02-30" }, "expires: date"],
  ["a day that is over", { expires: "2020-01-01" }, "expires: past"],
])("desk 29: a key is refused with %s", async (_, wrong, message) => {
  if (message.endsWith("taken")) await aDeskKey({ key_name: "taken" });
  await expect(aDeskKey(wrong as never)).rejects.toThrow(message);
});

/** Sends the queued mails about keys and returns them. */
async function deliverNotices() {
  const { rows } = await getPool().query<{ id: string; data: Notice }>(
    "delete from pgboss.job where name = 'notices' returning id, data",
  );
  for (const { id, data } of rows) if (data.kind === "key_ends") await sendNotice(id, data);
  const ids = rows.map(({ id }) => id);
  return (await readMailbox()).messages.filter(({ id }) => ids.includes(id));
}

test("desk 29: a key's contact is notified once, two weeks before its end, and again of a later end", async () => {
  await deliverNotices();
  const day = (days: number) => inDays(days).toISOString().slice(0, 10);
  const key = await aDeskKey({ expires: day(60), contact: "ana@web.example" });
  await aDeskKey({ expires: day(60), key_name: "school's own" });
  await aDeskKey();
  await revokeKey({ id: (await aDeskKey({ expires: day(60) })).id }, commandActor);
  expect(await notifyExpiringKeys(inDays(45))).toBe(0);
  expect(await notifyExpiringKeys(inDays(50))).toBe(2);
  expect(await notifyExpiringKeys(inDays(51))).toBe(0);
  const mails = await deliverNotices();
  const { contact_email } = await (await import("@/lib/school/settings")).getSettings();
  expect(mails.map(({ to }) => to).sort()).toEqual(["ana@web.example", contact_email].sort());
  expect(mails.map(({ subject }) => subject).join()).toContain(key.name);

  const { was } = await key.page();
  await changeKey({ id: key.id, contact: "ana@web.example", expires: day(200), was }, commandActor);
  expect([await notifyExpiringKeys(inDays(60)), await notifyExpiringKeys(inDays(190))]).toEqual([0, 1]);
});

test("desk 46: a test key's page counts the data of its sandbox and deletes only those", async () => {
  const testKey = await aDeskKey({ mode: "test" });
  const { data } = await api.send("POST", "sandbox/keys", {
    headers: { ...as(testKey.secret), "Content-Type": "application/json" },
    body: {},
  });
  const child = (data as { key: string }).key;
  const enroll = (secret: string, kind: string, body: unknown) =>
    api.post(`academic/${kind}_enrollment`, body, as(secret));
  const statuses = [
    await enroll(testKey.secret, "minor", aMinor({ guardians: 1 })),
    await enroll(child, "adult", anAdult()),
    await api.enrollAdult(anAdult()),
  ];
  expect(statuses.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await testKey.page()).toMatchObject({
    childKeys: 1,
    sandbox: { enrollments: 2, people: 3, messages: 3 },
  });
  await emptySandbox({ id: testKey.id }, commandActor);
  expect((await testKey.page()).sandbox).toEqual({ enrollments: 0, people: 0, messages: 0 });
  expect(await prisma().enrollment.count()).toBe(1);
});
