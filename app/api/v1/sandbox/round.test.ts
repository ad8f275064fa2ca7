import { expect, test } from "vitest";
import { findApiKeys } from "@/lib/api/keys";
import { setLimits } from "@/lib/decisions/places/verbs";
import { sendDueConfirmationRequests, withdrawExpired } from "@/lib/decisions/worker";
import { numberEvents } from "@/lib/events/worker";
import { readFamilyHome } from "@/lib/family/account/queries";
import { prisma } from "@/lib/platform/database/prisma";
import { addDays, toLocalDay } from "@/lib/platform/dates";
import { withSandbox } from "@/lib/platform/sandbox";
import { writeSetting } from "@/lib/school/settings";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor } from "@/test/support/data/factories";
import { createStaffActor } from "@/test/support/domain/decisions";
import { createTester, deliverQueuedMail, getReference } from "@/test/support/domain/sandbox";
import { startDemoApi } from "@/test/support/servers/api";

// Admission 9: a round with one request, and a clock of the sandbox.

const { api } = await startDemoApi();

const today = toLocalDay("Europe/Madrid");

/** Sends place confirmations and delivers all messages. */
async function runJobs(now = new Date()) {
  await withdrawExpired(now);
  await sendDueConfirmationRequests(now);
  await deliverQueuedMail();
}

test("integrators 11, admission 9, 12 and 13: notifies a sandbox's round, withdraws an unconfirmed place after its day, and calls the next", async () => {
  const tester = await createTester(api, "walker");
  const sandboxId = (await findApiKeys("walker"))[0]?.id as number;
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
    bodies.set(getReference(await tester.post("academic/minor_enrollment", body)), body);
  }
  const round = {
    school_year_id: current.id,
    number: "271828",
    places: [{ speciality_id: piano, places: 1 }],
  };
  const { list } = (await tester.post("sandbox/round", round)).data as {
    list: { reference: string; rank: number | null }[];
  };
  expect(list.map(({ rank }) => rank)).toEqual([null, 1, 2]);
  const [first, second, third] = list.map(({ reference }) => reference) as [string, string, string];
  const readState = async (reference: string) =>
    ((await tester.get(`academic/enrollments/${reference}`)).data as { state: string }).state;
  const listMailKinds = async (reference: string) => {
    const to = bodies.get(reference)?.guardian_email;
    const mails = (await tester.get(`sandbox/outbox?to=${to}`)).data as { kind: string; links: string[] }[];
    return mails.map(({ kind }) => kind).toSorted();
  };
  const readCard = async (reference: string) => {
    const email = bodies.get(reference)?.guardian_email;
    return withSandbox({ sandboxId }, async () => {
      const { id } = await prisma().person.findFirstOrThrow({ where: { email }, select: { id: true } });
      return (await readFamilyHome(id, new Date(), "es")).account.enrollments.find(
        (card) => card.reference === reference,
      );
    });
  };

  await runJobs();
  expect([await readState(first), await readState(second)]).toEqual(["accepted", "waiting"]);
  expect(await listMailKinds(first)).toEqual(["accepted", "guardian", "place_asked"]);
  expect(await listMailKinds(second)).toEqual(["guardian", "waiting"]);
  expect(await readCard(third)).toMatchObject({ state: "waiting", rank: 2, round: { status: "closed" } });

  await tester.clock(addDays(today, 5));
  await runJobs();
  expect(await readState(first)).toBe("accepted"); // on the day itself it can be answered
  await tester.clock(addDays(today, 6));
  await runJobs();
  expect(await readState(first)).toBe("withdrawn");
  const late = await tester.post(`academic/enrollments/${first}/place_answer`, { answer: "kept" });
  expect(late.status).toBe(409);

  const decisions = (reference: string) => `sandbox/enrollments/${reference}/decisions`;
  const outOfTurn = await tester.post(decisions(third), { state: "accepted", speciality_id: piano });
  expect(outOfTurn.error).toMatchObject({ errors: [{ field: "words", code: "required" }] });
  await tester.post(decisions(second), { state: "accepted", speciality_id: piano });
  await runJobs();
  expect([await readState(second), await readState(third)]).toEqual(["accepted", "waiting"]);
  expect(await listMailKinds(second)).toContain("place_asked");
  expect(await readCard(third)).toMatchObject({ rank: 1 });
  await numberEvents();
  const events = (await tester.get("events?limit=200")).data as {
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

test("admission 9: concurrent requests for rounds get different names", async () => {
  const tester = await createTester(api, "four at once");
  const { current } = await seedDemoSchool();
  const round = { school_year_id: current.id, number: "271828" };
  const responses = await Promise.all([1, 2, 3, 4].map(() => tester.post("sandbox/round", round)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const codes = responses.map(({ data }) => (data as { code: string }).code).toSorted();
  expect(codes).toEqual(["sandbox-1", "sandbox-2", "sandbox-3", "sandbox-4"]);
});
