import { afterAll, expect, onTestFinished, test } from "vitest";
import { routes } from "@/app/api/v1/routes";
import { createApiKey, defaultScopes, findApiKeys } from "@/lib/api/keys";
import { notifyDue, scheduleList } from "@/lib/decisions/notifications/verbs";
import { readWaitingLists } from "@/lib/decisions/queries";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { selectEnrollments } from "@/lib/desk/bulk/verbs";
import { readPartForDesk } from "@/lib/desk/correction/queries";
import { answerCorrectionRequest, listCorrectionRequests } from "@/lib/desk/correction/verbs";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { listRequests } from "@/lib/desk/data/verbs";
import { addLabel, addNote } from "@/lib/desk/labels/verbs";
import { readListPage } from "@/lib/desk/list/queries";
import { findExistingFamily } from "@/lib/desk/paper/verbs";
import { readPlaceCounts } from "@/lib/desk/places/queries";
import { readEnrollmentRecord } from "@/lib/desk/record/queries";
import { correctAndResend, markGuardian } from "@/lib/desk/record/verbs";
import { findReference } from "@/lib/desk/search/sql";
import { correctPerson } from "@/lib/enrollment/writes";
import { changeEmail, listMessages, recoverStrandedMessages } from "@/lib/mail/writes";
import { createSession, findSessionPerson } from "@/lib/people/accounts/sessions";
import { signIn } from "@/lib/people/accounts/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { addMinutes } from "@/lib/platform/dates";
import { LIVE, withSandbox } from "@/lib/platform/sandbox";
import { findPersonByEmail } from "@/lib/privacy/queries";
import { erasePerson, replayErasures } from "@/lib/privacy/verbs";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aDni, aMinor, anAdult, anEmail } from "@/test/support/data/factories";
import { type Query, readStoredRecord } from "@/test/support/database/enrollment-record";
import { setLimit } from "@/test/support/domain/decisions";
import { aMember, commandActor } from "@/test/support/domain/staff";
import { startApi } from "@/test/support/servers/api";
import { deleteAllSandboxData, deleteIdleSandboxData, deleteSandboxData } from "./writes";

const tester = { kind: "sandbox" as const };
const within = <T>(sandboxId: number, work: () => T) => withSandbox({ sandboxId }, work);

const school = await seedDemoSchool();
const api = await startApi();
afterAll(() => api.stop());

/** A test key with its sandbox's number, and what it enrolls. */
async function aSandbox(name: string) {
  const key = await createApiKey({ name, scopes: defaultScopes, expiresAt: null, mode: "test" });
  const id = (await findApiKeys(key))[0]?.id as number;
  const enroll = async (body: object) => {
    const path = `academic/${"guardian_email" in body ? "minor" : "adult"}_enrollment`;
    return api.post(path, body, { Authorization: `Bearer ${key}` });
  };
  return { key, id, enroll };
}

const referenceIn = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers["enrollment-reference"]);
const sandboxesOf = async (email: string) =>
  (
    await getPool().query("select sandbox_id from all_people where email = $1 order by sandbox_id", [email])
  ).rows.map((row) => row.sandbox_id);

test("the same family enrolls once in each sandbox, and no key reads another's data", async () => {
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
  expect(await sandboxesOf(family.guardian_email)).toEqual([LIVE, one.id, two.id]);
  const twenty = await Promise.all(
    Array.from({ length: 20 }, () => one.enroll(anAdult({ student_email: "same@example.org" }))),
  );
  expect(twenty.filter(({ status }) => status === 201)).toHaveLength(1);

  // Values that are taken in a sandbox are free for a family.
  const trial = anAdult();
  await one.enroll(trial);
  expect((await api.enrollAdult(trial)).status).toBe(201);
  const isTaken = async () => {
    const { id } = await prisma().person.findFirstOrThrow({ where: { email: trial.student_email } });
    return prisma().$transaction(async (tx) => {
      const corrected = await correctPerson(tx, id, { document });
      const change = await changeEmail(tx, id, "free@example.org", new Date());
      return ["taken" in corrected, "taken" in change];
    });
  };
  const document = aDni();
  await one.enroll(anAdult({ student_document: document, student_email: "free@example.org" }));
  expect(await isTaken()).toEqual([false, false]);
  expect(await within(one.id, isTaken)).toEqual([true, true]);
});

test("no operation reveals or changes data of a live family with the same addresses", async () => {
  const { key, enroll } = await aSandbox("twin");
  const family = aMinor({ guardians: 2, student_surname: "Zubimarca" });
  const reference = referenceIn(await api.enrollMinor(family));
  const twin = referenceIn(await enroll({ ...family, student_surname: "Twin" }));
  const query: Query = async (sql, values) => (await getPool().query(sql, values)).rows;
  const before = await readStoredRecord(query, reference);
  const rows = routes.flatMap((module) => Object.values(module)).flatMap(({ endpoint }) => endpoint ?? []);
  expect(rows.length).toBeGreaterThan(25);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const readable = [];
  for (const { method, path } of rows.filter((row) => !row.path.endsWith("/reset"))) {
    const address = path.replace("/api/v1/", "").replace(/\{\w+\}/g, reference);
    const body = method === "GET" ? undefined : { reference, state: "withdrawn", reason: "family" };
    const { text } = await api.send(method, address, { headers, body });
    if (text.includes(reference) || text.includes("Zubimarca")) readable.push(`${method} ${path}`);
  }
  expect(readable).toEqual([]);
  expect(await readStoredRecord(query, reference)).toEqual(before);
  const { data } = await api.send("GET", "academic/enrollments", { headers });
  expect((data as { reference: string }[]).map((one) => one.reference)).toContain(twin);
});

test("siblings and returning students are enrolled in their family's sandbox", async () => {
  const { key, id, enroll } = await aSandbox("siblings");
  const reference = referenceIn(await enroll(aMinor()));
  const { guardian_email: _, ...child } = aMinor();
  const own = Object.fromEntries(Object.entries(child).filter(([field]) => !field.startsWith("guardian_")));
  const headers = { Authorization: `Bearer ${key}` };
  const sibling = await api.post("academic/sibling_enrollment", { reference, ...own }, headers);
  const again = { reference, school_year_id: school.next.id, terms_and_conditions: true };
  const back = await api.post("academic/returning_enrollment", again, headers);
  expect([sibling.status, back.status]).toEqual([201, 201]);
  const references = [sibling, back].map(referenceIn);
  const stored = await within(id, () =>
    prisma().enrollment.findMany({
      where: { reference: { in: references } },
      select: { test: true, apiKeyId: true, student: { select: { sandboxId: true } } },
    }),
  );
  expect(stored).toEqual(Array(2).fill({ test: true, apiKeyId: id, student: { sandboxId: id } }));
});

test("the desk, the commands and the accounts of families find nothing of a sandbox", async () => {
  const sandbox = await aSandbox("hidden");
  const body = anAdult({ student_surname: "Zanahoria" });
  const reference = referenceIn(await sandbox.enroll(body));
  const { actor } = await aMember("admin");
  expect((await readListPage(actor, { filters: {}, sort: "newest", cursor: {} }, "Zanahoria")).total).toBe(0);
  expect(await findReference(reference)).toBeUndefined();
  expect(await readEnrollmentRecord(actor, reference, new Date())).toBeUndefined();
  expect(await selectEnrollments({ references: [reference] }, actor)).toBeUndefined();
  await expect(addNote({ reference, note: "Seen" }, actor)).rejects.toThrow();
  const input = {
    reference,
    to: "accepted",
    specialityId: school.current.specialities[0],
    tell: "now",
  } as const;
  const unknown = { code: "unknown_enrollment" };
  for (const deskActor of [actor, commandActor])
    await expect(decideAndNotify(input, deskActor, new Date())).rejects.toMatchObject(unknown);
  await expect(
    within(sandbox.id + 1, () => decideAndNotify(input, tester, new Date())),
  ).rejects.toMatchObject(unknown);
  expect(await findPersonByEmail(body.student_email)).toBeUndefined();
  expect(await listMessages({ failed: false, limit: 10, search: body.student_email })).toEqual([]);
  const before = await listDeskTasks(actor);
  const personId = await within(sandbox.id, async () => {
    const { id } = await prisma().person.findFirstOrThrow({ where: { email: body.student_email } });
    await prisma().dataRequest.create({ data: { kind: "access", personId: id, dueOn: new Date() } });
    return id;
  });
  expect(await listDeskTasks(actor)).toEqual(before);

  // Its own key plays the school; of that nothing stands in the school's record.
  await within(sandbox.id, () => decideAndNotify(input, tester, new Date()));
  expect(await prisma().auditEntry.count({ where: { objectId: { in: [reference, personId] } } })).toBe(0);
});

test("the desk corrects, marks, counts and notifies nothing of a sandbox, whatever its state there", async () => {
  const sandbox = await aSandbox("at work");
  const { actor } = await aMember("admin");
  const now = new Date();
  const before = await listDeskTasks(actor);
  const reference = referenceIn(await sandbox.enroll(aMinor({ guardians: 2 })));
  expect(await listDeskTasks(actor)).toEqual(before); // nothing to be decided on
  const [specialityId] = school.current.specialities as [number];
  const waiting = { reference, to: "waiting", specialityId, tell: "with_list" } as const;
  const { enrollmentId, guardianId, message, id } = await within(sandbox.id, async () => {
    const { id: enrollmentId, studentId } = await prisma().enrollment.findUniqueOrThrow({
      where: { reference },
    });
    const message = await prisma().mailMessage.findFirstOrThrow({ where: { enrollmentId } });
    const guardian = { studentId_position: { studentId, position: 2 } };
    const { guardianId } = await prisma().guardianship.findUniqueOrThrow({ where: guardian });
    await prisma().mailMessage.updateMany({ where: { enrollmentId }, data: { state: "failed" } });
    await prisma().disagreement.create({ data: { enrollmentId, guardianId, words: "No." } });
    await prisma().dataRequest.create({ data: { kind: "access", personId: guardianId, dueOn: now } });
    const correction = { personId: studentId, askedById: guardianId, name: "Carla" };
    const { id } = await prisma().correctionRequest.create({ data: correction });
    await decideAndNotify(waiting, tester, now);
    return { enrollmentId, guardianId, message, id };
  });

  expect(await listDeskTasks(actor)).toEqual(before);
  const ends = (data: object) =>
    within(sandbox.id, () => prisma().decision.updateMany({ where: { enrollmentId }, data }));
  await ends({ status: "void", settledAt: now });
  expect(await listDeskTasks(actor)).toEqual(before);
  await ends({ status: "untold", settledAt: null });
  expect(await readWaitingLists(school.current.id)).toEqual([]);
  expect(await scheduleList({ year: school.current.id, at: now }, actor)).toBe(0);
  expect(await listRequests(actor)).toEqual([]);
  expect(await listCorrectionRequests(actor, reference)).toEqual([]);
  await expect(answerCorrectionRequest({ reference, correction: id, answer: "No." }, actor)).rejects.toThrow(
    "gone",
  );
  expect(await readPartForDesk(actor, reference, "student")).toBeUndefined();
  expect(await findExistingFamily(actor, reference, "sibling")).toBeUndefined();
  const again = { reference, message: message.id, email: anEmail() };
  await expect(correctAndResend(again, actor)).rejects.toThrow("gone");
  const input = { reference, guardian: guardianId, apart: true, reason: "x" };
  await expect(markGuardian(input, actor)).rejects.toThrow("gone");
  await expect(addLabel({ reference, label: "Beca" }, actor)).rejects.toThrow();
});

test("background jobs handle every sandbox: due notifications, stranded messages, repeated erasures", async () => {
  const { id, enroll } = await aSandbox("jobs");
  const now = new Date();
  const reference = referenceIn(await enroll(anAdult()));
  const [specialityId] = school.current.specialities as [number];
  const accepted = { reference, to: "accepted", specialityId, tell: "held" } as const;
  await within(id, () => decideAndNotify(accepted, tester, now));
  await notifyDue(addMinutes(now, 24 * 60));
  const { studentId, state } = await within(id, () =>
    prisma().enrollment.findUniqueOrThrow({ where: { reference } }),
  );
  expect(state).toBe("accepted");

  await getPool().query("delete from pgboss.job where name in ('mail', 'sandbox-mail')");
  await getPool().query(
    "update all_mail_messages set created_at = now() - interval '2 hours' where sandbox_id = $1",
    [id],
  );
  await recoverStrandedMessages(now);
  const ofTheirs = `select from pgboss.job j join all_mail_messages m on j.data ->> 'messageId' = m.id::text
    where m.person_id = $1`;
  expect((await getPool().query(ofTheirs, [studentId])).rowCount).toBe(2);

  const erased = "select from all_people where id = $1 and erased_at is not null";
  await within(id, () => erasePerson(studentId, { actor: { kind: "system" }, now }));
  await getPool().query("update all_people set erased_at = null where id = $1", [studentId]); // from an older backup
  expect(await replayErasures(now)).toBe(1);
  expect((await getPool().query(erased, [studentId])).rowCount).toBe(1);
});

test("places and waiting lists are separate in each sandbox", async () => {
  const [one, two] = [await aSandbox("first school"), await aSandbox("second school")];
  const [specialityId] = school.next.specialities as [number];
  await setLimit({ schoolYearId: school.next.id, specialityId, syllabusId: null, places: 1 }, commandActor);
  const place = { school_year_id: school.next.id, student_speciality_option1: specialityId };
  const accepted = { to: "accepted", specialityId, tell: "now" } as const;
  const other = await getPool().connect();
  onTestFinished(() => other.release(true));
  await other.query("begin");
  await other.query("select 1 from places for update"); // the live school's limits are not waited for
  for (const { enroll, id } of [one, two]) {
    const references: string[] = [];
    for (let index = 0; index < 3; index++) references.push(referenceIn(await enroll(anAdult(place))));
    const decisions = await Promise.allSettled(
      references.map((reference) =>
        within(id, () => decideAndNotify({ reference, ...accepted }, tester, new Date())),
      ),
    );
    const refused = decisions.flatMap((decision) =>
      decision.status === "rejected" ? [decision.reason] : [],
    );
    expect(refused).toMatchObject([{ code: "no_place" }, { code: "no_place" }]);
  }
  await other.query("commit");
  const [live] = await readPlaceCounts(school.next.id, [{ specialityId, syllabusId: null }]);
  expect(live).toMatchObject({ decided: 0, notified: 0 });
  const family = referenceIn(await api.enrollAdult(anAdult(place)));
  await decideAndNotify({ reference: family, ...accepted }, commandActor, new Date());
});

test("accounts and known addresses are separate in each sandbox", async () => {
  const { id, enroll } = await aSandbox("signing in");
  const email = anEmail();
  await enroll(anAdult({ student_email: email }));
  const credentials = { email, password: "x", address: "192.0.2.44" };
  for (let at = 0; at < 10; at++) await within(id, () => signIn(credentials, new Date()));
  expect(await within(id, () => signIn(credentials, new Date()))).toEqual({ refused: "limited" });
  expect(await signIn(credentials, new Date())).toEqual({ refused: "wrong" });

  await within(id, () => prisma().mailSuppression.create({ data: { emailKey: email, reason: "bounced" } }));
  const stored = await api.enrollAdult(anAdult({ student_email: email }));
  const [message] = await prisma().mailMessage.findMany({
    where: { enrollment: { reference: referenceIn(stored) } },
  });
  const { getMessage } = await import("@/lib/mail/writes");
  expect(await getMessage(message?.id as string)).toMatchObject({ suppression: null });
});

test("a family that is signed in is nobody in a sandbox's browser, whose clock it has not", async () => {
  const { id, enroll } = await aSandbox("signed in");
  const email = anEmail();
  await enroll(anAdult({ student_email: email }));
  await api.enrollAdult(anAdult({ student_email: email }));
  const now = new Date();
  const sessionIn = (sandboxId: number) =>
    within(sandboxId, async () => {
      const { id: personId } = await prisma().person.findFirstOrThrow({
        where: { emailKey: email },
        select: { id: true },
      });
      await prisma().account.create({ data: { personId, passwordHash: "x" } });
      const { token } = await createSession(prisma(), personId, now);
      return { personId, token };
    });
  const [family, tested] = [await sessionIn(LIVE), await sessionIn(id)];
  const readPersonId = (token: string) =>
    withSandbox({ sandboxId: id, today: "2028-02-29" }, () => findSessionPerson(token, now));
  expect(await findSessionPerson(family.token, now)).toBe(family.personId);
  expect(await readPersonId(tested.token)).toBe(tested.personId);
  expect(await readPersonId(family.token)).toBeUndefined();
  expect(await findSessionPerson(tested.token, now)).toBeUndefined();
});

test("one sandbox is reset at a time, an unused one at night, and never the live school", async () => {
  const [used, idle] = [await aSandbox("used"), await aSandbox("idle")];
  const bodies = [aMinor({ guardians: 2 }), anAdult()] as const;
  for (const body of bodies) for (const { enroll } of [used, idle]) await enroll(body);
  await api.enrollMinor(bodies[0]);
  const monthAgo = new Date(Date.now() - 31 * 24 * 3600 * 1000);
  await prisma().apiKey.update({ where: { id: idle.id }, data: { lastUsedAt: monthAgo } });
  await deleteIdleSandboxData(new Date());
  expect(await sandboxesOf(bodies[0].guardian_email)).toEqual([LIVE, used.id]);
  expect((await idle.enroll(bodies[0])).status).toBe(201);
  expect(await deleteSandboxData(used.id)).toBe(2);
  expect(await sandboxesOf(bodies[0].guardian_email)).toEqual([LIVE, idle.id]);
  await expect(deleteSandboxData(LIVE)).rejects.toThrow("no sandbox");
  await deleteAllSandboxData();
  expect((await getPool().query("select from all_people where sandbox_id <> 0")).rowCount).toBe(0);
  expect(await sandboxesOf(bodies[0].guardian_email)).toEqual([LIVE]);
});

test("a sandbox is reset while a decision in it is notified: neither fails", async () => {
  const { id, enroll } = await aSandbox("told");
  const email = anEmail();
  await enroll(anAdult({ student_email: email }));
  const person = await within(id, () => prisma().person.findFirstOrThrow({ where: { email } }));
  const other = await getPool().connect();
  await other.query("begin");
  await other.query("select 1 from all_enrollments where student_id = $1 for update", [person.id]);
  const emptied = deleteSandboxData(id);
  const waiting =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await getPool().query(waiting)).rowCount).toBe(1);
  await other.query(
    `insert into all_mail_messages (id, kind, enrollment_id, person_id, locale, sandbox_id)
     select gen_random_uuid(), 'accepted', id, student_id, 'es', sandbox_id from all_enrollments where student_id = $1`,
    [person.id],
  );
  await other.query("commit");
  other.release();
  expect(await emptied).toBe(1);
});
