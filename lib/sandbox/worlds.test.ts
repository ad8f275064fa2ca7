import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey, findApiKeys } from "@/lib/api/api-keys";
import { usualScopes } from "@/lib/api/scopes";
import { decide } from "@/lib/decisions/decide";
import { placeNumbers } from "@/lib/decisions/places/numbers";
import { setLimit } from "@/lib/decisions/places/set-limit";
import { tellList } from "@/lib/decisions/tell-list";
import { waitingLists } from "@/lib/decisions/waiting-list";
import { openCorrections, settleCorrection } from "@/lib/enrollment/correct/corrections";
import { toCorrect } from "@/lib/enrollment/correct/to-correct";
import { correctPerson } from "@/lib/enrollment/correct-person";
import { markGuardian } from "@/lib/enrollment/mark-guardian";
import { addLabel, addNote } from "@/lib/enrollment/notes";
import { knownForPaper } from "@/lib/enrollment/paper/known";
import { correctAndResend } from "@/lib/enrollment/resend";
import { giveAddress } from "@/lib/mail/change-address";
import { listMessages } from "@/lib/mail/outbox";
import { selectBulk } from "@/lib/office/bulk/select";
import { listRequests } from "@/lib/office/data-requests";
import { listEnrollments } from "@/lib/office/list";
import { referenceOf } from "@/lib/office/search";
import { showEnrollment } from "@/lib/office/show";
import { whatWaits } from "@/lib/office/waiting";
import { createSession, personOfSession } from "@/lib/people/accounts/sessions";
import { signIn } from "@/lib/people/accounts/sign-in";
import { pool, prisma } from "@/lib/platform/prisma";
import { inside, LIVE, personAt } from "@/lib/platform/worlds";
import { personByEmail } from "@/lib/privacy/person-by-email";
import { type Api, startApi } from "@/test/api";
import { aDni, aMinor, anAdult, anEmail } from "@/test/factories";
import { aSchool } from "@/test/school";
import { aMember, command } from "@/test/staff";
import { forgetAllSandboxes, forgetIdleSandboxes, forgetSandbox } from "./forget";

let api: Api;
let school: Awaited<ReturnType<typeof aSchool>>;
const tester = { kind: "sandbox" as const, sandboxId: 0 };

beforeAll(async () => {
  school = await aSchool();
  api = await startApi();
});
afterAll(() => api.stop());

/** A test key with its world's number, and what it enrolls. */
async function aSandbox(name: string) {
  const key = await createApiKey({ name, scopes: usualScopes, expiresAt: null, mode: "test" });
  const id = (await findApiKeys(key))[0]?.id as number;
  const enroll = async (body: object) => {
    const path = `academic/${"guardian_email" in body ? "minor" : "adult"}_enrollment`;
    return api.post(path, body, { Authorization: `Bearer ${key}` });
  };
  return { key, id, enroll };
}

const referenceIn = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers["enrollment-reference"]);
const worldsOf = async (email: string) =>
  (await prisma().person.findMany({ where: { email }, orderBy: { sandboxId: "asc" } })).map(
    (one) => one.sandboxId,
  );

test("the same family enrolls once in each world, and no key learns of another's", async () => {
  const [one, two] = [await aSandbox("one"), await aSandbox("two")];
  const family = aMinor({ guardians: 2, student_document_type: "dni", student_document: aDni() });
  expect((await api.enrollMinor(family)).status).toBe(201);
  for (const { enroll } of [one, two]) {
    expect((await enroll(family)).status).toBe(201);
    const again = await enroll(family);
    expect(again.status).toBe(409);
    expect(again.error?.errors?.map(({ field }) => field)).toEqual([
      "guardian_email",
      "guardian_document",
      "student_email",
      "student_document",
      "second_guardian_email",
    ]);
  }
  expect(await worldsOf(family.guardian_email)).toEqual([LIVE, one.id, two.id]);
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => one.enroll(anAdult({ student_email: "same@example.org" }))),
  );
  expect(twenty.filter(({ status }) => status === 201)).toHaveLength(1);

  // What is taken in a sandbox is free for a family.
  const trial = anAdult();
  await one.enroll(trial);
  expect((await api.enrollAdult(trial)).status).toBe(201);
  const [live, tried] = await prisma().person.findMany({
    where: { email: trial.student_email },
    orderBy: { sandboxId: "asc" },
  });
  const document = aDni();
  await one.enroll(anAdult({ student_document: document, student_email: "free@example.org" }));
  await prisma().$transaction(async (tx) => {
    expect(await correctPerson(tx, live?.id as string, { document })).toHaveProperty("changed.document");
    expect(await giveAddress(tx, live?.id as string, "free@example.org", new Date())).toHaveProperty(
      "requeued",
    );
    expect(await giveAddress(tx, tried?.id as string, "free@example.org", new Date())).toHaveProperty(
      "taken",
    );
  });
});

test("siblings and returning students come into their family's world", async () => {
  const { key, id, enroll } = await aSandbox("siblings");
  const reference = referenceIn(await enroll(aMinor()));
  const { guardian_email: _, ...child } = aMinor();
  const own = Object.fromEntries(Object.entries(child).filter(([field]) => !field.startsWith("guardian_")));
  const headers = { Authorization: `Bearer ${key}` };
  const sibling = await api.post("academic/sibling_enrollment", { reference, ...own }, headers);
  const again = { reference, school_year_id: school.next.id, terms_and_conditions: true };
  const back = await api.post("academic/returning_enrollment", again, headers);
  expect([sibling.status, back.status]).toEqual([201, 201]);
  const stored = await prisma().enrollment.findMany({
    where: { reference: { in: [sibling, back].map(referenceIn) } },
    select: { test: true, apiKeyId: true, student: { select: { sandboxId: true } } },
  });
  expect(stored).toEqual(Array(2).fill({ test: true, apiKeyId: id, student: { sandboxId: id } }));
});

test("the desk, the commands and the accounts of families find nothing of a sandbox", async () => {
  const sandbox = await aSandbox("hidden");
  const body = anAdult({ student_surname: "Zanahoria" });
  const reference = referenceIn(await sandbox.enroll(body));
  const { actor } = await aMember("admin");
  expect((await listEnrollments(actor, { filters: {}, sort: "newest", place: {} }, "Zanahoria")).total).toBe(
    0,
  );
  expect(await referenceOf(reference)).toBeUndefined();
  expect(await showEnrollment(actor, reference, new Date())).toBeUndefined();
  expect(await selectBulk({ references: [reference] }, actor)).toBeUndefined();
  await expect(addNote({ reference, note: "Seen" }, actor)).rejects.toThrow();
  const input = {
    reference,
    to: "accepted",
    specialityId: school.current.specialities[0],
    tell: "now",
  } as const;
  for (const who of [actor, command, { ...tester, sandboxId: sandbox.id + 1 }])
    await expect(decide(input, who, new Date())).rejects.toMatchObject({ code: "unknown_enrollment" });
  expect(await personByEmail(body.student_email)).toBeUndefined();
  expect(await listMessages({ failed: false, limit: 10, search: body.student_email })).toEqual([]);
  const before = await whatWaits(actor);
  const { id: personId } = await prisma().person.findFirstOrThrow({ where: { email: body.student_email } });
  await prisma().dataRequest.create({ data: { kind: "access", personId, dueOn: new Date() } });
  expect(await whatWaits(actor)).toEqual(before);

  // Its own key plays the school; of that nothing stands in the school's record.
  await decide(input, { ...tester, sandboxId: sandbox.id }, new Date());
  expect(await prisma().auditEntry.count({ where: { objectId: { in: [reference, personId] } } })).toBe(0);
});

test("the desk corrects, marks, counts and tells nothing of a sandbox, whatever has become of it there", async () => {
  const sandbox = await aSandbox("at work");
  const { actor } = await aMember("admin");
  const now = new Date();
  const before = await whatWaits(actor);
  const reference = referenceIn(await sandbox.enroll(aMinor({ guardians: 2 })));
  expect(await whatWaits(actor)).toEqual(before); // nothing to be decided on
  const { id: enrollmentId, studentId } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference },
  });
  const message = await prisma().mailMessage.findFirstOrThrow({ where: { enrollmentId } });
  const guardian = { studentId_position: { studentId, position: 2 } };
  const { guardianId } = await prisma().guardianship.findUniqueOrThrow({ where: guardian });
  await prisma().mailMessage.updateMany({ where: { enrollmentId }, data: { state: "failed" } });
  await prisma().disagreement.create({ data: { enrollmentId, guardianId, words: "No." } });
  await prisma().dataRequest.create({ data: { kind: "access", personId: guardianId, dueOn: now } });
  const asked = { personId: studentId, askedById: guardianId, name: "Carla" };
  const { id } = await prisma().correctionRequest.create({ data: asked });
  const [specialityId] = school.current.specialities as [number];
  const waiting = { reference, to: "waiting", specialityId, tell: "with_list" } as const;
  await decide(waiting, { ...tester, sandboxId: sandbox.id }, now);

  expect(await whatWaits(actor)).toEqual(before);
  const ends = (data: object) => prisma().decision.updateMany({ where: { enrollmentId }, data });
  await ends({ status: "void", settledAt: now });
  expect(await whatWaits(actor)).toEqual(before);
  await ends({ status: "untold", settledAt: null });
  expect(await waitingLists(school.current.id)).toEqual([]);
  expect(await tellList(school.current.id, now, actor)).toBe(0);
  expect(await listRequests(actor)).toEqual([]);
  expect(await openCorrections(actor, reference)).toEqual([]);
  await expect(settleCorrection({ reference, correction: id, answer: "No." }, actor)).rejects.toThrow("gone");
  expect(await toCorrect(actor, reference, "student")).toBeUndefined();
  expect(await knownForPaper(actor, reference, "sibling")).toBeUndefined();
  const again = { reference, message: message.id, email: anEmail() };
  await expect(correctAndResend(again, actor)).rejects.toThrow("unknown");
  const mark = { reference, guardian: guardianId, apart: true, reason: "x" };
  await expect(markGuardian(mark, actor)).rejects.toThrow("gone");
  await expect(addLabel({ reference, label: "Beca" }, actor)).rejects.toThrow();
});

test("places and waiting lists are a world's own", async () => {
  const [one, two] = [await aSandbox("first school"), await aSandbox("second school")];
  const [specialityId] = school.next.specialities as [number];
  await setLimit({ schoolYearId: school.next.id, specialityId, syllabusId: null, places: 1 }, command);
  const place = { school_year_id: school.next.id, student_speciality_option1: specialityId };
  const accepted = { to: "accepted", specialityId, tell: "now" } as const;
  for (const { enroll, id } of [one, two]) {
    const [first, second] = [
      referenceIn(await enroll(anAdult(place))),
      referenceIn(await enroll(anAdult(place))),
    ];
    await decide({ reference: first, ...accepted }, { ...tester, sandboxId: id }, new Date());
    const full = decide({ reference: second, ...accepted }, { ...tester, sandboxId: id }, new Date());
    await expect(full).rejects.toMatchObject({ code: "no_place" });
  }
  const [live] = await placeNumbers(school.next.id, [{ specialityId, syllabusId: null }]);
  expect(live).toMatchObject({ decided: 0, told: 0 });
  const family = referenceIn(await api.enrollAdult(anAdult(place)));
  await decide({ reference: family, ...accepted }, command, new Date());
});

test("signing in, and what an address is known for, are a world's own", async () => {
  const { id, enroll } = await aSandbox("signing in");
  const email = anEmail();
  await enroll(anAdult({ student_email: email }));
  const asked = { email, password: "x", address: "192.0.2.44" };
  for (let at = 0; at < 10; at++) await signIn({ ...asked, sandboxId: id }, new Date());
  expect(await signIn({ ...asked, sandboxId: id }, new Date())).toEqual({ refused: "limited" });
  expect(await signIn({ ...asked, sandboxId: LIVE }, new Date())).toEqual({ refused: "wrong" });

  await prisma().mailSuppression.create({ data: { emailKey: email, sandboxId: id, reason: "bounced" } });
  const stored = await api.enrollAdult(anAdult({ student_email: email }));
  const [message] = await prisma().mailMessage.findMany({
    where: { enrollment: { reference: referenceIn(stored) } },
  });
  const { showMessage } = await import("@/lib/mail/outbox");
  expect(await showMessage(message?.id as string)).toMatchObject({ suppression: null });
});

test("a family that is signed in is nobody in a sandbox's browser, whose clock it has not", async () => {
  const { id, enroll } = await aSandbox("signed in");
  const email = anEmail();
  await enroll(anAdult({ student_email: email }));
  await api.enrollAdult(anAdult({ student_email: email }));
  const now = new Date();
  const sessionIn = async (sandboxId: number) => {
    const { id: personId } = await prisma().person.findUniqueOrThrow({
      where: personAt(sandboxId, email),
      select: { id: true },
    });
    await prisma().account.create({ data: { personId, passwordHash: "x" } });
    const { token } = await createSession(prisma(), personId, now);
    return { personId, token };
  };
  const [family, tested] = [await sessionIn(LIVE), await sessionIn(id)];
  const whose = (token: string) =>
    inside({ sandboxId: id, today: "2028-02-29" }, () => personOfSession(token, now));
  expect(await personOfSession(family.token, now)).toBe(family.personId);
  expect(await whose(tested.token)).toBe(tested.personId);
  expect(await whose(family.token)).toBeUndefined();
});

test("a sandbox is emptied alone, one that nobody uses at night, and never the live world", async () => {
  const [used, idle] = [await aSandbox("used"), await aSandbox("idle")];
  const bodies = [aMinor({ guardians: 2 }), anAdult()] as const;
  for (const body of bodies) for (const { enroll } of [used, idle]) await enroll(body);
  await api.enrollMinor(bodies[0]);
  const monthAgo = new Date(Date.now() - 31 * 24 * 3600 * 1000);
  await prisma().apiKey.update({ where: { id: idle.id }, data: { lastUsedAt: monthAgo } });
  await forgetIdleSandboxes(new Date());
  expect(await worldsOf(bodies[0].guardian_email)).toEqual([LIVE, used.id]);
  expect((await idle.enroll(bodies[0])).status).toBe(201);
  expect(await forgetSandbox(used.id)).toBe(2);
  expect(await worldsOf(bodies[0].guardian_email)).toEqual([LIVE, idle.id]);
  await expect(forgetSandbox(LIVE)).rejects.toThrow("no sandbox");
  await forgetAllSandboxes();
  expect(await prisma().person.count({ where: { sandboxId: { not: LIVE } } })).toBe(0);
  expect(await worldsOf(bodies[0].guardian_email)).toEqual([LIVE]);
});

test.each([
  // What each holds first, and then writes or holds: a link for the message; a mail that tells of the decision.
  ["a message of it is being sent", "mail_messages", "select 1 from people where id = $1 for key share"],
  [
    "a decision in it is told",
    "enrollments",
    `insert into mail_messages (id, kind, enrollment_id, person_id, locale)
     select gen_random_uuid(), 'accepted', id, student_id, 'es' from enrollments where student_id = $1`,
  ],
])("a sandbox is emptied while %s: neither is broken off", async (_, held, then) => {
  const { id, enroll } = await aSandbox(held);
  const email = anEmail();
  await enroll(anAdult({ student_email: email }));
  const person = await prisma().person.findFirstOrThrow({ where: { email }, select: { id: true } });
  const whose = held === "enrollments" ? "student_id" : "person_id";
  const other = await pool().connect();
  await other.query("begin");
  await other.query(`select 1 from ${held} where ${whose} = $1 for update`, [person.id]);
  const emptied = forgetSandbox(id);
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool().query(waiting)).rowCount).toBe(1);
  await other.query(then, [person.id]);
  await other.query("commit");
  other.release();
  expect(await emptied).toBe(1);
});
