import { once } from "node:events";
import { PgBoss } from "pg-boss";
import { afterAll, expect, test } from "vitest";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";
import { undoDecision } from "@/lib/decisions/writes";
import { readMailbox } from "@/lib/mail/mailbox";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { readAccount } from "@/lib/people/accounts/queries";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { env } from "@/lib/platform/env";
import { writeSetting } from "@/lib/school/settings";
import { aMinor, anAdult } from "@/test/support/data/factories";
import {
  createEnrollment,
  createStaffActor,
  getCurrentYear,
  readNotifications,
  readStatus,
} from "@/test/support/domain/decisions";
import { attemptMail, confirmAddress } from "@/test/support/domain/mail";
import { startApi } from "@/test/support/servers/api";
import { startWorker } from "@/test/support/servers/worker";
import { notifyDecision, notifyDue, readListStatus, scheduleList, unscheduleList } from "./verbs";

const year = await getCurrentYear();
const api = await startApi();
afterAll(() => api.stop());

const secretary = createStaffActor("secretary");
const accept = (reference: string, input: Partial<DecisionInput> = {}, now = new Date()) =>
  decideAndNotify({ reference, to: "accepted", specialityId: year.piano, ...input }, secretary, now);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const stateOf = async (reference: string) => (await readStatus(reference)).state;

/** The state of an enrollment everywhere outside the desk. */
async function readAnnounced(reference: string) {
  const { studentId } = await readStatus(reference);
  const { data } = await api.get(`academic/enrollments/${reference}`);
  const read = data as { state: string; emails: unknown[] };
  const account = await readAccount(studentId);
  return {
    api: read.state,
    account: account.enrollments.map(({ state }) => state),
    emails: read.emails.length,
    messages: await prisma().mailMessage.count({ where: { enrollment: { reference } } }),
    jobs: Number(
      (await getPool().query("select count(*) from pgboss.job where name = 'mail'")).rows[0].count,
    ),
  };
}

test("desk 23: nobody learns of a decision before its announcement; then every reader sees the same", async () => {
  const answer = await api.enrollAdult(anAdult());
  const reference = String(answer.headers["enrollment-reference"]);
  const before = await readAnnounced(reference);
  expect(before).toMatchObject({ api: "pending", account: ["pending"], emails: 1, messages: 1 });

  const delayed = await accept(reference);
  expect(await notifyDecision(delayed, inMinutes(9))).toBe(false); // its own time has not come
  await notifyDue(inMinutes(9));
  expect(await readAnnounced(reference)).toEqual(before);
  await undoDecision({ reference }, secretary, new Date());
  await notifyDue(inMinutes(60));
  expect(await readAnnounced(reference)).toEqual(before);

  await decideAndNotify({ reference, to: "waiting", specialityId: year.piano }, secretary, new Date());
  await notifyDue(inMinutes(11));
  const notified = { api: "waiting", account: ["waiting"], emails: 1, messages: 2, jobs: before.jobs + 1 };
  expect(await readAnnounced(reference)).toEqual(notified);
  await notifyDue(inMinutes(12));
  expect(await readAnnounced(reference)).toEqual(notified);
});

test("desk 23: the adult student or the permitted guardians are notified, never the minor", async () => {
  const bodies = [
    anAdult(),
    aMinor({ guardians: 2 }),
    aMinor({ guardians: 2 }),
    aMinor({ guardians: 2 }),
  ] as const;
  const [adult, unconfirmed, confirmed, apart] = bodies;
  const references = await Promise.all(bodies.map((body) => createEnrollment(body, "ca")));
  for (const minor of [confirmed, apart]) {
    const second = await prisma().person.findFirstOrThrow({
      where: { emailKey: minor.second_guardian_email as string },
    });
    await prisma().guardianship.updateMany({
      where: { guardianId: second.id },
      data: { confirmedAt: new Date(), keptApart: minor === apart },
    });
  }
  for (const reference of references) {
    await decideAndNotify(
      { reference, to: "rejected", reason: "age", words: "Torna l’any que ve.", tell: "now" },
      secretary,
      new Date(),
    );
  }
  const notifications = await Promise.all(references.map(readNotifications));
  expect(notifications.map((messages) => messages.map(({ to }) => to).sort())).toEqual([
    [adult.student_email],
    [unconfirmed.guardian_email],
    [confirmed.guardian_email, confirmed.second_guardian_email].sort(),
    [apart.guardian_email],
  ]);
  expect(notifications[0]).toMatchObject([
    {
      kind: "rejected",
      locale: "ca",
      tells: {
        reader: "student",
        reason: "L’edat no correspon als estudis sol·licitats.",
        words: "Torna l’any que ve.",
      },
    },
  ]);
  expect(notifications[1]?.[0]?.tells).toMatchObject({ reader: "guardian" });
});

test("a notification has the place, the reason and the school's text, but no setup link and no text of the family", async () => {
  const minor = aMinor({ enrollment_observations: "Solo los martes, gracias." });
  const reference = await createEnrollment(minor);
  const links = await prisma().setupToken.count();
  await accept(reference, { tell: "now" });
  await decideAndNotify(
    {
      reference,
      to: "withdrawn",
      reason: "no_answer",
      words: "Llamamos tres veces.\n\nLo sentimos.",
      tell: "now",
    },
    secretary,
    new Date(),
  );
  await decideAndNotify({ reference, to: "pending", reason: "family", tell: "now" }, secretary, new Date());
  const messages = await prisma().mailMessage.findMany({
    where: { enrollment: { reference }, kind: { in: ["accepted", "withdrawn", "put_back"] } },
  });
  await confirmAddress(messages[0]?.id as string);
  for (const { id } of messages) await attemptMail(id);
  const { rows } = await getPool().query("select name from specialities where id = $1", [year.piano]);
  const read = Object.fromEntries(
    (await readMailbox()).messages
      .filter(({ to }) => to === minor.guardian_email)
      .map((mail) => [mail.kind, mail]),
  );
  expect(read.accepted?.text).toContain(rows[0].name);
  expect(read.accepted?.subject).toContain("Carla Soler Roca tiene plaza");
  expect(read.withdrawn?.text).toMatch(
    /El motivo: No hemos recibido respuesta[\s\S]*Llamamos tres veces\.\n\nLo sentimos\./,
  );
  expect(read.put_back?.subject).toContain("Volvemos a estudiar");
  expect(read.put_back?.text).not.toMatch(/motivo|familia/);
  expect(read.put_back?.text).toMatch(/Te diremos si hay plaza como muy tarde el \d/);
  for (const kind of ["accepted", "withdrawn", "put_back"]) {
    const { text, html } = read[kind] as { text: string; html: string };
    expect(`${text}${html}`).not.toMatch(/account-setup|martes/);
    expect(text).toContain("/account");
  }
  expect(await prisma().setupToken.count()).toBe(links);

  // After the promised day, the request has none.
  const answerBy = new Date("2020-01-01");
  await prisma().enrollment.update({ where: { reference }, data: { answerBy }, select: { id: true } });
  const undo = { reference, reason: "family", tell: "now" } as const;
  await decideAndNotify({ ...undo, to: "withdrawn" }, secretary, new Date());
  await decideAndNotify({ ...undo, to: "pending" }, secretary, new Date());
  const where = { enrollment: { reference }, kind: "put_back" as const };
  const late = await prisma().mailMessage.findFirstOrThrow({ where, orderBy: { createdAt: "desc" } });
  expect((await prepareMessage(late.id, new Date()))?.payload.text).toContain("en cuanto esté decidido");
});

test("desk 23: a year's list is announced at a time that the head sets and can cancel", async () => {
  const references = await Promise.all([createEnrollment(), createEnrollment(), createEnrollment()]);
  const [first, second, late] = references as [string, string, string];
  const soon = await createEnrollment();
  await accept(first, { tell: "with_list" });
  await decideAndNotify(
    { reference: second, to: "rejected", reason: "no_place", tell: "with_list" },
    secretary,
    new Date(),
  );
  await notifyDue(inMinutes(60 * 24 * 365));
  await expect(readListStatus(year.year, secretary)).rejects.toThrow("no_right");
  expect(await readListStatus(year.year, createStaffActor("head"))).toEqual({
    waiting: [
      { state: "accepted", count: 1 },
      { state: "rejected", count: 1 },
    ],
    scheduled: 0,
    withoutList: 0,
  });

  await expect(scheduleList({ year: year.year, at: new Date() }, secretary)).rejects.toThrow("no_right");
  const notifyAt = inMinutes(60);
  expect(await scheduleList({ year: year.year, at: notifyAt }, createStaffActor("head"))).toBe(2);
  await accept(late, { tell: "with_list" });
  await accept(soon, { tell: "held" }, notifyAt);
  expect(await readListStatus(year.year, createStaffActor("head"))).toEqual({
    waiting: [{ state: "accepted", count: 1 }],
    scheduled: 2,
    scheduledAt: notifyAt,
    withoutList: 1,
  });
  expect(await unscheduleList({ year: year.year }, createStaffActor("head"))).toBe(2);
  await notifyDue(inMinutes(61));
  expect(await Promise.all(references.map(stateOf))).toEqual(["pending", "pending", "pending"]);

  expect(await scheduleList({ year: year.year, at: notifyAt }, createStaffActor("head"))).toBe(3);
  expect(await notifyDue(notifyAt)).toEqual({ notified: 3, failed: 0 });
  expect(await Promise.all(references.map(stateOf))).toEqual(["accepted", "rejected", "accepted"]);
});

test("desk 23: a withdrawal before the announcement voids the decision and is the only message", async () => {
  const minor = aMinor();
  const reference = await createEnrollment(minor);
  await decideAndNotify({ reference, to: "rejected", reason: "age" }, secretary, new Date());
  const guardian = await prisma().person.findFirstOrThrow({ where: { emailKey: minor.guardian_email } });
  await decideAsFamily({ reference, to: "withdrawn" }, guardian.id, new Date());
  await notifyDue(inMinutes(60));
  expect(await readStatus(reference)).toMatchObject({ state: "withdrawn", decidedState: "withdrawn" });
  expect((await readNotifications(reference)).map(({ kind }) => kind)).toEqual(["withdrawn"]);
  const decisions = await prisma().decision.findMany({
    where: { enrollment: { reference } },
    orderBy: { decidedAt: "asc" },
  });
  expect(decisions.map(({ toState, status }) => [toState, status])).toEqual([
    ["rejected", "void"],
    ["withdrawn", "told"],
  ]);
});

test("desk 23: a withdrawal during the announcement comes before or after it, never with both messages", async () => {
  for (let round = 0; round < 10; round++) {
    const reference = await createEnrollment();
    const { studentId } = await readStatus(reference);
    await decideAndNotify(
      { reference, to: "rejected", reason: "age" },
      secretary,
      new Date(Date.now() - 3_600_000),
    );
    const [, withdrawn] = await Promise.allSettled([
      notifyDue(new Date()),
      decideAsFamily({ reference, to: "withdrawn" }, studentId, new Date()),
    ]);
    const kinds = (await readNotifications(reference)).map(({ kind }) => kind);
    expect(kinds).toEqual(withdrawn.status === "fulfilled" ? ["withdrawn"] : ["rejected"]);
    expect(await stateOf(reference)).toBe(kinds[0]);
  }
});

test("a decision that cannot be announced stops no other, and a failed mail undoes nothing", async () => {
  const [bad, good, bounced] = [await createEnrollment(), await createEnrollment(), await createEnrollment()];
  const { id } = await readStatus(bad);
  await getPool().query(`
    create function fail_one() returns trigger language plpgsql as $$
    begin if new.enrollment_id = '${id}' then raise exception 'broken'; end if; return new; end $$;
    create trigger fail_one before insert on all_mail_messages for each row execute function fail_one()`);
  for (const reference of [bad, good, bounced]) await accept(reference);
  const { student } = await prisma().enrollment.findUniqueOrThrow({
    where: { reference: bounced },
    select: { student: true },
  });
  await prisma().mailSuppression.create({ data: { emailKey: student.emailKey, reason: "bounced" } });
  expect(await notifyDue(inMinutes(20))).toEqual({ notified: 2, failed: 1 });
  expect(await Promise.all([bad, good, bounced].map(stateOf))).toEqual(["pending", "accepted", "accepted"]);

  const failing = await prisma().mailMessage.findFirstOrThrow({
    where: { enrollment: { reference: bounced }, kind: "accepted" },
  });
  await attemptMail(failing.id);
  expect(await stateOf(bounced)).toBe("accepted");
  await getPool().query("drop trigger fail_one on all_mail_messages");
  expect(await notifyDue(inMinutes(20))).toEqual({ notified: 1, failed: 0 });
  expect(await readNotifications(bad)).toHaveLength(1);
});

test("desk 23: mails of a list have a lower priority than a message that somebody waits for", async () => {
  await getPool().query("delete from pgboss.job where name = 'mail'");
  for (const reference of await Promise.all([createEnrollment(), createEnrollment()]))
    await accept(reference, { tell: "now" });
  await getPool().query("delete from pgboss.job where name = 'mail' and priority = 0");
  const late = await createEnrollment();
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  const [job] = await boss.fetch<{ messageId: string }>("mail", { batchSize: 1 });
  await boss.stop({ graceful: false });
  const first = await prisma().mailMessage.findUniqueOrThrow({
    where: { id: job?.data.messageId },
    select: { kind: true, enrollment: { select: { reference: true } } },
  });
  expect(first).toEqual({ kind: "adult_student", enrollment: { reference: late } });
});

test("after kill -9 during the announcement of a list everybody is notified once", async () => {
  await writeSetting("decision_hold_minutes", 0);
  const references: string[] = [];
  const decideSome = async () => {
    while (references.length < 110) {
      const index = references.push("") - 1;
      const reference = await createEnrollment();
      await accept(reference, { tell: "with_list" });
      references[index] = reference;
    }
  };
  await Promise.all([1, 2, 3, 4].map(decideSome));
  await getPool().query("delete from pgboss.job where name = 'mail'"); // jobs of the enrollments' own mails
  const listNotified = () =>
    prisma().enrollment.count({ where: { reference: { in: references }, state: "accepted" } });

  // The second half is locked, so that the process is killed in the middle on any machine.
  const holding = await getPool().connect();
  await holding.query("begin");
  await holding.query(
    `select from enrollments where id in (
       select e.id from enrollments e join decisions d on d.enrollment_id = e.id
       where e.reference = any($1) order by d.id offset 55) for update`,
    [references],
  );
  let worker = await startWorker();
  await scheduleList({ year: year.year, at: new Date() }, createStaffActor("head"));
  await expect.poll(listNotified, { interval: 5 }).toBeGreaterThan(0);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  await holding.query("rollback");
  holding.release();
  expect(await listNotified()).toBeLessThan(110);

  worker = await startWorker();
  await expect.poll(listNotified, { interval: 200 }).toBe(110);
  worker.kill("SIGTERM");
  await once(worker, "exit");
  const { rows } = await getPool().query(
    `select count(*)::int as messages, count(distinct m.enrollment_id)::int as enrollments
     from mail_messages m join enrollments e on e.id = m.enrollment_id
     where m.kind = 'accepted' and e.reference = any($1)`,
    [references],
  );
  expect(rows).toEqual([{ messages: 110, enrollments: 110 }]);
  const decisions = await prisma().decision.groupBy({
    by: ["status"],
    where: { enrollment: { reference: { in: references } } },
    _count: true,
  });
  expect(decisions).toEqual([{ status: "told", _count: 110 }]);
});
