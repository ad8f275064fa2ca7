import { beforeEach, expect, test } from "vitest";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { findLinkReader } from "@/lib/family/renewal/verbs";
import { readMailbox, readMailboxMessage } from "@/lib/mail/mailbox";
import { sendNotice } from "@/lib/mail/notices";
import { enqueueMessage } from "@/lib/mail/writes";
import { findSignInLink, requestLinkByEmail } from "@/lib/people/accounts/links/verbs";
import { setPassword } from "@/lib/people/accounts/verbs";
import { getPool, prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { aMinor, anAdult, anEmail, yearsAgo } from "@/test/support/data/factories";
import { createEnrollment, readStatus, setState } from "@/test/support/domain/decisions";
import { attemptMail } from "@/test/support/domain/mail";
import { disown, readDisownRequest } from "./verbs";

const now = new Date();
const input = { password: "tren limón martes botella", name: "David", surname: "Soler" };

await seedDemoSchool();
beforeEach(() => getPool().query("delete from pgboss.job where name = 'notices'"));

/** The link "this was not me" in the set-up mail to an address. */
async function notMeLink(email: string): Promise<string> {
  const { id } = await prisma().mailMessage.findFirstOrThrow({ where: { person: { email } } });
  await attemptMail(id, { now });
  const text = (await readMailboxMessage(id))?.text ?? "";
  return /account-setup\/([\w-]{43})\/not-me/.exec(text)?.[1] as string;
}

/** The mails to the school's own address. */
async function readSchoolMails(): Promise<string[]> {
  const { rows } = await getPool().query("select id, data from pgboss.job where name = 'notices'");
  for (const { id, data } of rows) await sendNotice(id, data);
  const { messages } = await readMailbox();
  return messages.flatMap(({ kind, text }) => (kind === "not_me" ? [text] : []));
}

const known = (email: string) => prisma().person.count({ where: { email } });

test('families 7: "not me" withdraws the enrollment and releases e-mail and document', async () => {
  const body = anAdult();
  const reference = await createEnrollment(body);
  const token = await notMeLink(body.student_email);
  for (const _ of [1, 2])
    expect(await readDisownRequest(token, now)).toEqual({
      email: body.student_email,
      as: "sender",
      isNotified: false,
    });
  expect((await readStatus(reference)).state).toBe("pending"); // a scanner opened the link

  const pressed = await Promise.all([disown(token, now), disown(token, now)]);
  expect(pressed.sort()).toEqual(["closed", "done"]);
  expect(await readStatus(reference)).toMatchObject({ state: "withdrawn", decidedState: "withdrawn" });
  const again = await createEnrollment(body); // what had blocked the real family blocks it no more
  expect(again).not.toBe(reference);
  expect((await readStatus(again)).state).toBe("pending");
  expect(await setPassword(token, input, now)).toBeUndefined();
  expect((await readSchoolMails()).filter((text) => text.includes(reference))).toHaveLength(1);
});

test("families 7: revokes every kind of link of a released address", async () => {
  const body = anAdult();
  const { id: enrollmentId, studentId: personId } = await readStatus(await createEnrollment(body));
  const token = await notMeLink(body.student_email);
  const send = async (kind: "question" | "sign_in_link") => {
    const message = { kind, personId, locale: "es", enrollmentId };
    const id = await prisma().$transaction((tx) => enqueueMessage(tx, message));
    await attemptMail(id, { now });
    return /\/([\w-]{43})\b/.exec((await readMailboxMessage(id))?.text ?? "")?.[1] ?? "";
  };
  const [question, signIn] = [await send("question"), await send("sign_in_link")];
  const open = async () => [
    (await findLinkReader(question, now)) !== undefined,
    (await findSignInLink(signIn, now)) !== undefined,
  ];
  expect(await open()).toEqual([true, true]);
  expect(await disown(token, now)).toBe("done");
  expect(await open()).toEqual([false, false]);
});

test("families 7: the guardian's mail withdraws all children sent together and releases everybody named", async () => {
  const first = aMinor({ guardians: 2 });
  const second = { ...aMinor({ guardians: 2 }), student_name: "Bru", student_birth_date: yearsAgo(7) };
  const shared = Object.fromEntries(Object.entries(first).filter(([field]) => /guardian/.test(field)));
  const { reference, moreReferences } = await enroll(
    [first, { ...second, ...shared }].map((submitted) => ({ kind: "minor" as const, submitted })),
    { source: "form", locale: "ca" },
  );
  expect(await disown(await notMeLink(first.guardian_email), now)).toBe("done");
  for (const one of [reference, ...moreReferences]) expect((await readStatus(one)).state).toBe("withdrawn");
  const emails = [
    first.guardian_email,
    first.second_guardian_email,
    first.student_email,
    second.student_email,
  ];
  for (const email of emails) expect(await known(String(email))).toBe(0);
  await createEnrollment(first);
  const [mail] = await readSchoolMails();
  for (const one of [reference, ...moreReferences]) expect(mail).toContain(one);
  const notified = await prisma().mailMessage.count({
    where: { kind: "withdrawn", enrollment: { reference } },
  });
  expect(notified).toBe(0); // nobody is left whom it concerns
});

test("families 7: does not release a person with a password, another student or another child's guardian", async () => {
  const [withPassword, student, elsewhere] = [anEmail("password"), anAdult(), anEmail("elsewhere")];
  const stay = [withPassword, student.student_email, elsewhere];
  await createEnrollment(student);
  await createEnrollment(aMinor({ second_guardian_email: elsewhere }));
  const sitting = aMinor();
  await createEnrollment(sitting);
  const idOf = async (email: string) => (await prisma().person.findFirstOrThrow({ where: { email } })).id;
  const studentId = await idOf(String(sitting.student_email));
  // One child has one second guardian: each of the three is named for a child of its own of the same sender.
  const guardianId = await idOf(sitting.guardian_email);
  for (const email of stay) {
    const sibling = aMinor({ ...(email === withPassword && { second_guardian_email: email }) });
    await createEnrollment(sibling);
    const child = await idOf(String(sibling.student_email));
    await prisma().guardianship.updateMany({
      where: { studentId: child, position: 1 },
      data: { guardianId },
    });
    const second = { studentId: child, guardianId: await idOf(email), position: 2 };
    if (email !== withPassword) await prisma().guardianship.create({ data: second });
  }
  await prisma().account.create({ data: { personId: await idOf(withPassword), passwordHash: "" } });
  expect(await disown(await notMeLink(sitting.guardian_email), now)).toBe("done");
  for (const email of stay) expect([email, await known(email)]).toEqual([email, 1]);
  expect(await prisma().person.findUnique({ where: { id: studentId } })).toMatchObject({ documentKey: null });
  expect(await known(String(sitting.student_email))).toBe(0);
});

test("families 7: a second guardian removes only that guardian, a child only its address", async () => {
  const body = aMinor({ guardians: 2 });
  const reference = await createEnrollment(body);
  const [guardian, child] = [
    await notMeLink(String(body.second_guardian_email)),
    await notMeLink(String(body.student_email)),
  ];
  expect(await readDisownRequest(guardian, now)).toMatchObject({ as: "guardian" });
  expect(await readDisownRequest(child, now)).toMatchObject({ as: "student" });
  expect([await disown(guardian, now), await disown(child, now)]).toEqual(["done", "done"]);

  const { studentId, state } = await readStatus(reference);
  const guardians = await prisma().guardianship.findMany({
    where: { studentId },
    select: { position: true, guardian: { select: { email: true } } },
  });
  expect({ state, guardians }).toEqual({
    state: "pending",
    guardians: [{ position: 1, guardian: { email: body.guardian_email } }],
  });
  expect([await known(String(body.second_guardian_email)), await known(String(body.student_email))]).toEqual([
    0, 0,
  ]);
  expect(await readSchoolMails()).toHaveLength(4); // two of the tests before
});

test('families 7: refuses "not me" after a password was set or a decision notified', async () => {
  const [one, other] = [anAdult(), anAdult()];
  await createEnrollment(one);
  const token = await notMeLink(one.student_email);
  await setPassword(token, input, now);
  expect(await readDisownRequest(token, now)).toBeUndefined();
  expect(await disown(token, now)).toBe("closed");
  expect(await known(one.student_email)).toBe(1);

  const reference = await createEnrollment(other);
  await setState(reference, "rejected");
  const answered = await notMeLink(other.student_email);
  expect(await readDisownRequest(answered, now)).toMatchObject({ isNotified: true });
  expect(await disown(answered, now)).toBe("notified");
  expect((await readStatus(reference)).state).toBe("rejected");
  expect(await readSchoolMails()).toEqual(expect.not.arrayContaining([expect.stringContaining(reference)]));
});

test("families 17: a new link sends no mail about a child that the guardian denied or is kept apart from", async () => {
  for (const data of [{ deniedAt: now }, { keptApart: true }]) {
    const body = aMinor({ guardians: 2, second_guardian_email: anEmail() });
    await createEnrollment(body);
    const email = String(body.second_guardian_email);
    await notMeLink(email); // so that none is queued
    await prisma().guardianship.updateMany({ where: { guardian: { email } }, data });
    await requestLinkByEmail(email);
    await requestLinkByEmail(body.guardian_email);
    const queued = await prisma().mailMessage.groupBy({
      by: ["kind"],
      where: { state: "queued", person: { email: { in: [email, body.guardian_email] } } },
      _count: true,
    });
    expect(queued).toEqual([{ kind: "guardian", _count: 1 }]);
  }
});
