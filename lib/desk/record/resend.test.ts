import { expect, test } from "vitest";
import { listDeskTasks } from "@/lib/desk/dashboard/queries";
import { correctAndResend } from "@/lib/desk/record/verbs";
import { enroll } from "@/lib/enrollment/enroll/verbs";
import { confirmEmailChange } from "@/lib/family/email/verbs";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anAdult, anEmail } from "@/test/support/data/factories";
import { countLockWaiters, runOutsideTransaction } from "@/test/support/database/locks";
import { aMember, commandActor } from "@/test/support/domain/staff";

const origin = { source: "form", locale: "es" } as const;
/** Prisma's default timeout of five seconds is too short for a transaction on a busy machine. */
const PATIENT = { maxWait: 60_000, timeout: 60_000 };
await seedDemoSchool();

test("an address is corrected once: its old link is void, queued mail goes to the new one (desk 17)", async () => {
  const { actor, id } = await aMember("secretary");
  const body = anAdult();
  const { reference } = await enroll([{ kind: "adult", submitted: body }], origin);
  const queued = await prisma().mailMessage.findFirstOrThrow({
    where: { enrollment: { reference } },
    select: { id: true, personId: true },
  });
  const resend = (email: string, message = queued.id, enrollmentReference = reference) =>
    correctAndResend({ reference: enrollmentReference, message, email }, actor, new Date());
  await expect(resend("no address")).rejects.toThrow("email: invalid");
  await expect(resend(anEmail(), "x")).rejects.toThrow("email: gone");
  const other = anAdult();
  const { reference: otherReference } = await enroll([{ kind: "adult", submitted: other }], origin);
  await expect(resend(anEmail(), queued.id, otherReference)).rejects.toThrow("email: gone");
  const takenIssue = { field: "email", code: "taken", values: { reference: otherReference } };
  await expect(resend(other.student_email.toUpperCase())).rejects.toMatchObject({ issues: [takenIssue] });

  const corrected = anEmail("corrected");
  await prisma().mailMessage.update({ where: { id: queued.id }, data: { state: "bounced" } });
  const lost = async () =>
    (await listDeskTasks(commandActor)).find(({ task }) => task === "mail")?.count ?? 0;
  const before = await lost();
  await prisma().mailMessage.update({ where: { id: queued.id }, data: { state: "queued" } });
  expect(await resend(corrected)).toBe("addressed");
  expect(await lost()).toBe(before - 1); // a message sent again is no open task
  const messages = await prisma().mailMessage.findMany({
    where: { enrollment: { reference } },
    orderBy: { createdAt: "asc" },
    select: { id: true, state: true, lastError: true, person: { select: { email: true } } },
  });
  expect(messages).toMatchObject([
    { id: queued.id, state: "failed", lastError: "address_changed", person: { email: corrected } },
    { state: "queued", person: { email: corrected } },
  ]);
  const [entry] = await prisma().auditEntry.findMany({
    where: { objectId: queued.personId },
    select: { action: true, values: true },
  });
  expect(entry).toMatchObject({
    action: "address_corrected",
    values: [{ name: "email", old: body.student_email, new: corrected }],
  });
  expect(await resend(corrected)).toBe("resent");
  const resendEntry = { objectId: reference, actorId: id, action: "sent_again" };
  expect(await prisma().auditEntry.count({ where: resendEntry })).toBe(1);
});

test("if a password is set during a correction, the new address must confirm it and the old one is notified (desk 17)", async () => {
  const { actor } = await aMember("secretary");
  const { student_email, ...body } = anAdult();
  const { reference } = await enroll([{ kind: "adult", submitted: { ...body, student_email } }], origin);
  const { id, personId } = await prisma().mailMessage.findFirstOrThrow({
    where: { enrollment: { reference } },
    select: { id: true, personId: true },
  });
  const other = anEmail("other");
  let correction: Promise<unknown> = Promise.resolve();
  await prisma().$transaction(async (tx) => {
    await tx.account.create({ data: { personId, passwordHash: "x" }, select: { personId: true } });
    correction = runOutsideTransaction(() =>
      correctAndResend({ reference, message: id, email: other }, actor, new Date()),
    );
    await expect.poll(countLockWaiters).toBe(1);
  }, PATIENT);
  expect(await correction).toBe("asked");
  const readEmail = async () =>
    (await prisma().person.findUniqueOrThrow({ where: { id: personId }, select: { email: true } })).email;
  expect(await readEmail()).toBe(student_email);
  const entry = await prisma().auditEntry.findFirst({
    where: { action: "address_asked", objectId: personId },
  });
  expect(entry).not.toBeNull();

  const confirmation = await prisma().mailMessage.findFirstOrThrow({
    where: { personId, kind: "confirm_email" },
  });
  const outgoing = await prepareMessage(confirmation.id, new Date());
  expect(outgoing?.payload.to).toBe(other);
  const token = /\/account-setup\/address\/([\w-]+)/.exec(outgoing?.payload.text ?? "")?.[1] as string;
  expect(await confirmEmailChange(token, new Date())).toBe("changed");
  expect(await readEmail()).toBe(other);
  const notice = await prisma().mailMessage.findFirst({ where: { personId, kind: "email_changed" } });
  expect(notice).toMatchObject({ toEmail: student_email });
});
