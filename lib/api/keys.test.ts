import { afterAll, expect, test, vi } from "vitest";
import { deleteAllSandboxData } from "@/lib/sandbox/writes";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { aKey, startApi } from "@/test/support/servers/api";
import { createApiKey, findApiKeys, rotateApiKey } from "./keys";

await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

const createHeaders = (secret: string) => ({
  Authorization: `Bearer ${secret}`,
  "Content-Type": "application/json",
});
const read = async (secret: string) =>
  (await api.send("GET", "general/terms", { headers: createHeaders(secret) })).status;
const enroll = (secret: string, body: unknown, more: Record<string, string> = {}) =>
  api.send("POST", "academic/minor_enrollment", { headers: { ...createHeaders(secret), ...more }, body });
const rotate = async (secret: string, overlapEnds: Date) => {
  const [key] = await findApiKeys(secret);
  return (await rotateApiKey(key as Exclude<typeof key, undefined>, overlapEnds)) as string;
};
const inAnHour = () => new Date(Date.now() + 3_600_000);

test("rotation: both secrets work during the overlap, only the new one after it", async () => {
  const oldSecret = await aKey();
  const newSecret = await rotate(oldSecret, inAnHour());
  expect(newSecret).not.toBe(oldSecret);
  expect([await read(oldSecret), await read(newSecret)]).toEqual([200, 200]);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_001 });
  try {
    expect([await read(oldSecret), await read(newSecret)]).toEqual([401, 200]);
  } finally {
    vi.useRealTimers();
  }
});

test("rotation without overlap revokes the old secret at once", async () => {
  const oldSecret = await aKey();
  const newSecret = await rotate(oldSecret, new Date());
  expect([await read(oldSecret), await read(newSecret)]).toEqual([401, 200]);
});

test("rotation keeps the key's expiry, for both secrets", async () => {
  const oldSecret = await aKey({ expiresAt: new Date(Date.now() + 60_000) });
  const newSecret = await rotate(oldSecret, inAnHour());
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_001 });
  try {
    expect([await read(oldSecret), await read(newSecret)]).toEqual([401, 401]);
  } finally {
    vi.useRealTimers();
  }
});

test("rotation: a retry with the new secret gets the response to the old one", async () => {
  const oldSecret = await aKey();
  const body = aMinor();
  const first = await enroll(oldSecret, body, { "Idempotency-Key": "one" });
  expect(first.status).toBe(201);
  const newSecret = await rotate(oldSecret, inAnHour());
  const replayed = await enroll(newSecret, body, { "Idempotency-Key": "one" });
  expect([replayed.status, replayed.headers["idempotency-replayed"]]).toEqual([201, "true"]);
  const reference = String(first.headers["enrollment-reference"]);
  expect(
    (await api.send("GET", `academic/enrollments/${reference}`, { headers: createHeaders(newSecret) })).data,
  ).toMatchObject({ reference, test: false });
});

test("rotation of a test key gives a test key; a purge deletes its enrollments and stored responses", async () => {
  const options = { scopes: ["enrollment:write", "enrollment:read"], expiresAt: null, mode: "test" } as const;
  const newSecret = await rotate(await createApiKey({ name: "rotated trial", ...options }), inAnHour());
  expect(newSecret).toMatch(/^mat_test_/);
  const sendOnce = () => enroll(newSecret, body, { "Idempotency-Key": "t" });
  const body = aMinor();
  const reference = String((await sendOnce()).headers["enrollment-reference"]);
  const { data } = await api.send("GET", `academic/enrollments/${reference}`, {
    headers: createHeaders(newSecret),
  });
  expect(data).toMatchObject({ test: true });
  expect(await deleteAllSandboxData()).toBe(1);
  const { status, headers } = await sendOnce();
  expect([status, headers["idempotency-replayed"]]).toEqual([201, undefined]); // created again, not replayed
});

test("only the key that created an enrollment can read it; it has no personal data", async () => {
  const secret = await aKey({ scopes: ["enrollment:write", "enrollment:read"] });
  const body = aMinor({ guardians: 2 });
  const reference = String((await enroll(secret, body)).headers["enrollment-reference"]);
  const answer = await api.send("GET", `academic/enrollments/${reference}`, {
    headers: createHeaders(secret),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.data).toEqual({
    reference,
    state: "pending",
    version: 0,
    school_year_id: body.school_year_id,
    assigned_speciality_id: null,
    assigned_syllabus_id: null,
    waiting_rank: null,
    answer_by: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    updated_at: (answer.data as { created_at: string }).created_at,
    test: false,
    emails: [
      { kind: "guardian", person: "guardian" },
      { kind: "second_guardian", person: "second_guardian" },
      { kind: "minor_student", person: "student" },
    ].map((email) => ({ ...email, recipient: email.kind, state: "queued", message_id: expect.any(String) })),
  });

  const other = await aKey();
  const path = `academic/enrollments/${reference}`;
  expect((await api.send("GET", path, { headers: createHeaders(other) })).error?.code).toBe("not_found");
  expect((await api.send("GET", `${path}/`, { headers: createHeaders(secret) })).status).toBe(200);
  expect(
    (await api.send("GET", "academic/enrollments/AAAAAAAA", { headers: createHeaders(secret) })).status,
  ).toBe(404);
  expect((await api.send("POST", path, { headers: createHeaders(secret), body: "{}" })).headers.allow).toBe(
    "GET, HEAD, OPTIONS",
  );
  const writer = await aKey({ scopes: ["enrollment:write"] });
  expect((await api.send("GET", path, { headers: createHeaders(writer) })).error?.code).toBe(
    "insufficient_scope",
  );
});
