import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { aKey, startApi } from "@/test/support/servers/api";
import { purgeIdempotencyRecords } from "./idempotency";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const ADULT = "academic/adult_enrollment";
const MINOR = "academic/minor_enrollment";
const withKey = (key: string) => ({ "Idempotency-Key": key });
const ageTo = (key: string, hours: number) =>
  prisma().idempotencyRecord.updateMany({
    where: { key },
    data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
  });

test("the same key with the same body: the stored 201 again, one enrollment", async () => {
  const [key, adult] = [randomUUID(), anAdult()];
  const first = await api.post(ADULT, adult, withKey(key));
  const again = await api.post(ADULT, adult, withKey(key));
  expect([first.status, first.headers["idempotency-replayed"]]).toEqual([201, undefined]);
  expect([again.status, again.headers["idempotency-replayed"], again.text]).toEqual([
    201,
    "true",
    first.text,
  ]);
  expect(again.headers["enrollment-reference"]).toBe(first.headers["enrollment-reference"]);
  expect(await prisma().person.count({ where: { email: adult.student_email } })).toBe(1);
});

test("the same key with another body, good or bad, or on the other path, is refused", async () => {
  const [key, adult] = [randomUUID(), anAdult()];
  await api.post(ADULT, adult, withKey(key));
  const others: [string, object][] = [
    [ADULT, anAdult()],
    [ADULT, { ...adult, student_name: "Eva" }],
    [ADULT, { ...adult, terms_and_conditions: false }],
    [MINOR, aMinor()],
    [MINOR, adult],
  ];
  for (const [path, body] of others) {
    const { status, error } = await api.post(path, body, withKey(key));
    expect([status, error?.code]).toEqual([422, "idempotency_key_reused"]);
  }
});

test("stores only a 201: a rejected request can be corrected with the same key", async () => {
  const key = randomUUID();
  const adult = anAdult();
  expect((await api.post(ADULT, { ...adult, student_city: "" }, withKey(key))).status).toBe(422);
  expect((await api.post(ADULT, adult, withKey(key))).status).toBe(201);

  const other = randomUUID();
  expect((await api.post(ADULT, { ...adult, student_name: "Eva" }, withKey(other))).status).toBe(409);
  expect((await api.post(ADULT, anAdult(), withKey(other))).status).toBe(201);
});

test("a key belongs to one API key: another integrator may use the same", async () => {
  const [key, secret] = [randomUUID(), await aKey()];
  expect((await api.post(ADULT, anAdult(), withKey(key))).status).toBe(201);
  const otherHeaders = { ...withKey(key), Authorization: `Bearer ${secret}` };
  expect((await api.post(ADULT, anAdult(), otherHeaders)).status).toBe(201);
});

test("a key is valid for 24 hours, also before the hourly purge", async () => {
  const [key, adult] = [randomUUID(), anAdult()];
  await api.post(ADULT, adult, withKey(key));
  await ageTo(key, 23);
  expect((await api.post(ADULT, adult, withKey(key))).status).toBe(201);

  await ageTo(key, 25);
  const same = await api.post(ADULT, adult, withKey(key));
  expect([same.status, same.error?.code]).toEqual([409, "duplicate"]);
  expect((await api.post(ADULT, anAdult(), withKey(key))).status).toBe(201);

  await ageTo(key, 25);
  expect(await purgeIdempotencyRecords()).toBeGreaterThan(0);
  expect(await prisma().idempotencyRecord.count({ where: { key } })).toBe(0);
});

test.each(["x", "~".repeat(255), "a b", "!"])("%j is a key", async (key) => {
  expect((await api.post(ADULT, anAdult(), withKey(key))).status).toBe(201);
});

test.each(["", "x".repeat(256), "\u00e9", "a\tb"])("%j is none", async (key) => {
  const { status, error } = await api.post(ADULT, anAdult(), withKey(key));
  expect([status, error?.code]).toEqual([400, "invalid_idempotency_key"]);
});
