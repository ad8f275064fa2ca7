import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, defaultScopes, findApiKeys } from "@/lib/api/keys";
import { setLimits } from "@/lib/decisions/places/verbs";
import { sendDueConfirmationRequests, withdrawExpired } from "@/lib/decisions/worker";
import { numberEvents } from "@/lib/events/worker";
import { readFamilyAccount } from "@/lib/family/account/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { withSandbox } from "@/lib/platform/sandbox";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { createStaffActor } from "@/test/support/domain/decisions";
import { attemptMail } from "@/test/support/domain/mail";
import { type Api, startApi } from "@/test/support/servers/api";

// Admission 9: a round with one request, and a clock of the sandbox.

let api: Api;
beforeAll(async () => {
  await seedDemoSchool();
  api = await startApi();
});
afterAll(() => api.stop());

const today = toLocalDay("Europe/Madrid");

async function aTester(name = "walker") {
  const key = await createApiKey({ name, scopes: defaultScopes, expiresAt: null, mode: "test" });
  const headers = { Authorization: `Bearer ${key}` };
  const [row] = await findApiKeys(name);
  const ask = async (method: string, path: string, body?: object) => {
    const json = { ...headers, ...(body && { "Content-Type": "application/json" }) };
    const answer = await api.send(method, path, { headers: json, ...(body && { body }) });
    return { ...answer, reference: String(answer.headers["enrollment-reference"]) };
  };
  return { ask, sandboxId: Number(row?.id) };
}

/** Sends place confirmations and delivers all messages. */
async function work(now = new Date()) {
  await withdrawExpired(now);
  await sendDueConfirmationRequests(now);
  const { rows } = await getPool().query<{ id: string }>(
    "select id from all_mail_messages where state = 'queued'",
  );
  for (const { id } of rows) await attemptMail(id);
}

test("integrators 11, admission 9, 12 and 13: a sandbox's round is told, its place asked about and lost when the clock passes the day, and the next in its order is called", async () => {
  const { ask, sandboxId } = await aTester();
  const { current } = await seedDemoSchool();
  const [piano] = current.specialities as [number];
  await writeSetting("place_answer_days", 5);
  await writeSetting("place_answer_silence", "lost");
  await writeSetting("show_waiting_rank", true);
  const limit = { specialityId: piano, syllabusId: null, places: 1 };
  await setLimits({ schoolYearId: current.id, limits: [limit] }, createStaffActor("admin"));
  const bodies = new Map<string, ReturnType<typeof aMinor>>();
  for (let sent = 0; sent < 3; sent++) {
    const body = aMinor({ student_speciality_option1: piano });
    bodies.set((await ask("POST", "academic/minor_enrollment", body)).reference, body);
  }
  const round = {
    school_year_id: current.id,
    number: "271828",
    places: [{ speciality_id: piano, places: 1 }],
  };
  const { list } = (await ask("POST", "sandbox/round", round)).data as {
    list: { reference: string; rank: number | null }[];
  };
  expect(list.map(({ rank }) => rank)).toEqual([null, 1, 2]);
  const [first, second, third] = list.map(({ reference }) => reference) as [string, string, string];
  const stateOf = async (reference: string) =>
    ((await ask("GET", `academic/enrollments/${reference}`)).data as { state: string }).state;
  const kinds = async (reference: string) => {
    const to = bodies.get(reference)?.guardian_email;
    const mails = (await ask("GET", `sandbox/outbox?to=${to}`)).data as { kind: string; links: string[] }[];
    return mails.map(({ kind }) => kind).toSorted();
  };
  const cardOf = async (reference: string) => {
    const email = bodies.get(reference)?.guardian_email;
    return withSandbox({ sandboxId }, async () => {
      const { id } = await prisma().person.findFirstOrThrow({ where: { email }, select: { id: true } });
      return (await readFamilyAccount(id, new Date(), "es")).enrollments.find(
        (card) => card.reference === reference,
      );
    });
  };

  await work();
  expect([await stateOf(first), await stateOf(second)]).toEqual(["accepted", "waiting"]);
  expect(await kinds(first)).toEqual(["accepted", "guardian", "place_asked"]);
  expect(await kinds(second)).toEqual(["guardian", "waiting"]);
  expect(await cardOf(third)).toMatchObject({ state: "waiting", rank: 2, round: { says: "closed" } });

  await ask("PUT", "sandbox/clock", { today: addDays(today, 5) });
  await work();
  expect(await stateOf(first)).toBe("accepted"); // on the day itself it can be answered
  await ask("PUT", "sandbox/clock", { today: addDays(today, 6) });
  await work();
  expect(await stateOf(first)).toBe("withdrawn");
  const late = await ask("POST", `academic/enrollments/${first}/place_answer`, { answer: "kept" });
  expect(late.status).toBe(409);

  const decisions = (reference: string) => `sandbox/enrollments/${reference}/decisions`;
  const outOfTurn = await ask("POST", decisions(third), { state: "accepted", speciality_id: piano });
  expect(outOfTurn.error).toMatchObject({ errors: [{ field: "words", code: "required" }] });
  await ask("POST", decisions(second), { state: "accepted", speciality_id: piano });
  await work();
  expect([await stateOf(second), await stateOf(third)]).toEqual(["accepted", "waiting"]);
  expect(await kinds(second)).toContain("place_asked");
  expect(await cardOf(third)).toMatchObject({ rank: 1 });
  await numberEvents();
  const events = (await ask("GET", "events?limit=200")).data as {
    type: string;
    data: { reference: string };
  }[];
  const places = events.filter(({ type }) => type.startsWith("place."));
  expect(places.map(({ type, data }) => [type, data.reference])).toEqual([
    ["place.offered", first],
    ["place.lapsed", first],
    ["place.offered", second],
  ]);
});

test("admission 9: rounds that are asked for at once get a name each", async () => {
  const { ask } = await aTester("four at once");
  const { current } = await seedDemoSchool();
  const round = { school_year_id: current.id, number: "271828" };
  const drawn = await Promise.all([1, 2, 3, 4].map(() => ask("POST", "sandbox/round", round)));
  expect(drawn.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const codes = drawn.map(({ data }) => (data as { code: string }).code).toSorted();
  expect(codes).toEqual(["sandbox-1", "sandbox-2", "sandbox-3", "sandbox-4"]);
});
