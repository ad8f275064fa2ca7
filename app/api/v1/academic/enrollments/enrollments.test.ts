import { expect, test } from "vitest";
import { createApiKey } from "@/lib/api/keys";
import { notifyDue } from "@/lib/decisions/notifications/verbs";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";
import type { NotifiedEnrollment } from "@/lib/enrollment/queries";
import { writeSetting } from "@/lib/school/settings";
import { aMinor, anAdult } from "@/test/support/data/factories";
import { createStaffActor, getCurrentYear, readStatus, setTurn } from "@/test/support/domain/decisions";
import type { ApiError } from "@/test/support/http/http-client";
import { aKey, startDemoApi } from "@/test/support/servers/api";

const { api } = await startDemoApi();
const year = await getCurrentYear();

const head = createStaffActor("head");
const authorize = (key: string) => ({ Authorization: `Bearer ${key}` });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

async function enroll(key: string, body: object = anAdult()): Promise<string> {
  const kind = "guardian_email" in body ? "minor" : "adult";
  const headers = { ...authorize(key), "Content-Type": "application/json" };
  const answer = await api.send("POST", `academic/${kind}_enrollment`, { headers, body });
  return String(answer.headers["enrollment-reference"]);
}

const read = async (key: string, reference: string) =>
  (await api.send("GET", `academic/enrollments/${reference}`, { headers: authorize(key) }))
    .data as NotifiedEnrollment;

async function list(key: string, query = "") {
  const answer = await api.send("GET", `academic/enrollments${query}`, { headers: authorize(key) });
  const { data = [], next } = JSON.parse(answer.text) as {
    data?: NotifiedEnrollment[];
    next?: string | null;
  };
  return {
    status: answer.status,
    error: answer.error,
    data,
    next,
    references: data.map((row) => row.reference),
  };
}

const decide = (reference: string, input: Omit<DecisionInput, "reference">) =>
  decideAndNotify({ reference, ...input }, head, new Date());
const withdraw = (key: string, reference: string) =>
  api.send("POST", `academic/enrollments/${reference}/withdrawal`, { headers: authorize(key) });

test("integrators 1: lists a key's own enrollments in pages; with read_all all live ones", async () => {
  const [key, other] = [await aKey(), await aKey()];
  const testKey = {
    name: "trying",
    scopes: ["enrollment:write", "enrollment:read", "enrollment:read_all"],
  } as const;
  const testSecret = await createApiKey({ ...testKey, expiresAt: null, mode: "test" });
  const ownReferences = [];
  for (let index = 0; index < 5; index++)
    ownReferences.push(await enroll(key, index === 3 ? aMinor() : anAdult()));
  const otherReference = await enroll(other);
  const testReference = await enroll(testSecret);

  const pages = [];
  for (let query = "?limit=2"; ; ) {
    const { references, next } = await list(key, query);
    pages.push(references);
    if (!next) break;
    query = `?limit=2&after=${next}`;
  }
  expect(pages).toEqual([ownReferences.slice(0, 2), ownReferences.slice(2, 4), ownReferences.slice(4)]);
  expect((await list(key)).data[3]).toEqual(await read(key, ownReferences[3] as string));
  expect((await list(key, "?limit=5")).next).toBeNull();
  expect((await list(testSecret)).references).toEqual([testReference]);

  const all = await list(await aKey({ scopes: ["enrollment:read", "enrollment:read_all"] }), "?limit=200");
  expect(all.references).toEqual(expect.arrayContaining([...ownReferences, otherReference]));
  expect(all.references).not.toContain(testReference);
  expect((await list(await aKey({ scopes: ["enrollment:read_all"] }))).error?.code).toBe(
    "insufficient_scope",
  );
});

test("integrators 1: returns state, times, place and version as notified; filters the list by change", async () => {
  const key = await aKey();
  const [first, second] = [
    await enroll(key),
    await enroll(key, anAdult({ school_year_id: year.otherYear.id })),
  ];
  const before = await read(key, first);
  expect(before).toMatchObject({ state: "pending", version: 0, updated_at: before.created_at });
  await decide(first, { to: "accepted", specialityId: year.piano, syllabusId: year.syllabus });
  expect(await read(key, first)).toEqual(before);

  await notifyDue(inMinutes(11));
  const notified = await read(key, first);
  expect(notified).toMatchObject({
    state: "accepted",
    version: 1,
    assigned_speciality_id: year.piano,
    assigned_syllabus_id: year.syllabus,
  });
  expect(Date.parse(notified.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  expect((await list(key)).references).toEqual([second, first]);
  expect((await list(key, `?updated_since=${notified.updated_at}`)).references).toEqual([first]);
  expect((await list(key, "?state=accepted")).references).toEqual([first]);
  expect((await list(key, `?school_year_id=${year.otherYear.id}`)).references).toEqual([second]);
});

test("integrators 1: the waiting rank ignores decisions that are not notified", async () => {
  const key = await aKey();
  const references = [await enroll(key), await enroll(key), await enroll(key)] as const;
  for (const reference of references) await decide(reference, { to: "waiting", specialityId: year.viola });
  const ranks = () =>
    Promise.all(references.map(async (reference) => (await read(key, reference)).waiting_rank));
  expect(await ranks()).toEqual([null, null, null]);
  await notifyDue(inMinutes(11));
  expect(await ranks()).toEqual([1, 2, 3]);
  await setTurn(references[2], 1);
  expect(await ranks()).toEqual([2, 3, 1]);

  await decide(references[2], { to: "accepted", specialityId: year.viola });
  expect(await ranks()).toEqual([2, 3, 1]);
  await notifyDue(inMinutes(11));
  expect(await ranks()).toEqual([1, 2, null]);
});

test("integrators 2: a key withdraws its own enrollment when its family may", async () => {
  const key = await aKey();
  const [waits, accepted] = [await enroll(key), await enroll(key)];
  expect((await withdraw(await aKey(), waits)).error?.code).toBe("not_found");
  expect((await withdraw(await aKey({ scopes: ["enrollment:read"] }), waits)).error?.code).toBe(
    "insufficient_scope",
  );
  expect((await readStatus(waits)).state).toBe("pending");

  await decide(waits, { to: "accepted", specialityId: year.violin });
  const answer = await withdraw(key, waits);
  expect([answer.status, answer.data]).toEqual([200, { reference: waits, state: "withdrawn" }]);
  await notifyDue(inMinutes(60));
  expect(await read(key, waits)).toMatchObject({
    state: "withdrawn",
    version: 1,
    assigned_speciality_id: null,
  });
  const withdrawAgain = async (reference: string) => {
    const { status, text } = await withdraw(key, reference);
    return { status, ...JSON.parse(text).error };
  };
  const code = "transition_not_allowed";
  const secondWithdrawal = { status: 409, code, state: "withdrawn", allowed: [], refusal: "not_allowed" };
  expect(await withdrawAgain(waits)).toMatchObject(secondWithdrawal);

  await decide(accepted, { to: "accepted", specialityId: year.violin, tell: "now" });
  const lateWithdrawal = { status: 409, code, state: "accepted", allowed: [], refusal: "day_is_over" };
  expect(await withdrawAgain(accepted)).toMatchObject(lateWithdrawal);
  expect((await read(key, accepted)).state).toBe("accepted");
  await writeSetting("accepted_may_withdraw_until", "2999-01-01");
  expect([(await withdraw(key, accepted)).status, (await read(key, accepted)).state]).toEqual([
    200,
    "withdrawn",
  ]);
});

test.each([
  ["limit=0", "limit", "invalid_value"],
  ["limit=201", "limit", "invalid_value"],
  ["limit=all", "limit", "invalid_type"],
  ["state=lost", "state", "invalid_value"],
  ["school_year_id=99999999999", "school_year_id", "invalid_value"],
  ["updated_since=yesterday", "updated_since", "invalid_value"],
  ["updated_since=0000-01-01T00:00:00Z", "updated_since", "invalid_value"],
  ["after=7", "after", "invalid_value"],
  ["after=MTIzNDU2Nzg5MDEyMy57fQ", "after", "invalid_value"],
])("integrators 1: a list with %s is refused", async (query, field, code) => {
  const { status, error } = await list(await aKey(), `?${query}`);
  expect([
    status,
    (error as ApiError | undefined)?.errors?.map((issue) => [issue.field, issue.code]),
  ]).toEqual([422, [[field, code]]]);
});
