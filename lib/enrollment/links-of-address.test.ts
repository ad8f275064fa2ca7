import { expect, test } from "vitest";
import { correctAndResend } from "@/lib/desk/record/verbs";
import { findEmailChange } from "@/lib/family/email/verbs";
import { findLinkReader } from "@/lib/family/renewal/verbs";
import { getMailKind, type LinkUse, type MailKind, mailKinds } from "@/lib/mail/mail-kinds";
import { prepareMessage } from "@/lib/mail/prepare-message";
import { changeEmail, enqueueMessage, sendEmailConfirmation } from "@/lib/mail/writes";
import { findSignInLink } from "@/lib/people/accounts/links/verbs";
import { findSetupPerson } from "@/lib/people/accounts/sessions";
import { prisma } from "@/lib/platform/database/prisma";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anEmail } from "@/test/support/data/factories";
import { aFamily } from "@/test/support/data/families";
import { countLockWaiters, runOutsideTransaction } from "@/test/support/database/locks";
import { createStaffActor } from "@/test/support/domain/decisions";

const now = new Date();
/** Prisma's own bound for a transaction is five seconds, in which a busy machine may not have come to wait. */
const PATIENT = { maxWait: 60_000, timeout: 60_000 };
await seedDemoSchool();

/** The target of a link, by its purpose; undefined for an invalid one. */
const behind: Record<LinkUse, (token: string, now: Date) => Promise<unknown>> = {
  setup: findSetupPerson,
  draft: findSetupPerson,
  address: findEmailChange,
  answer: findLinkReader,
  "sign in": findSignInLink,
};

const withLink = mailKinds.flatMap((kind) => {
  const { link: use } = getMailKind(kind);
  return use ? [[kind, behind[use]] as const] : [];
});

test.each(withLink)(
  "desk 17: when an address is corrected the link of %s that went there dies, and one that goes to the new address works",
  async (kind, opens) => {
    const { reference, first: personId } = await aFamily();
    const id = await aMessage(kind, personId, reference);
    const old = await readBy(id);
    expect(await opens(old.token, now)).toBeDefined();

    await prisma().mailMessage.update({ where: { id }, data: { state: "sent" }, select: { id: true } });
    const email = anEmail("corrected");
    const correction = { reference, message: id, email };
    expect(await correctAndResend(correction, createStaffActor("secretary"), now)).toBe("addressed");
    expect(await opens(old.token, now)).toBeUndefined();

    const again = await prisma().mailMessage.findFirst({
      where: { personId, kind, state: "queued", id: { not: id } },
      select: { id: true },
    });
    // To an address that nobody wishes for any more nothing goes.
    expect(again === null).toBe(kind === "confirm_email");
    if (!again) return;
    const renewed = await readBy(again.id);
    expect([old.to === email, renewed.to]).toEqual([false, email]);
    expect(await opens(renewed.token, now)).toBeDefined();
  },
);

test("desk 17: an address that is corrected while a mail is made ready for it waits for nobody, and that mail does not leave", async () => {
  const { reference, first: personId } = await aFamily();
  const id = await aMessage("question", personId, reference);
  let preparing: Promise<unknown> = Promise.resolve();
  const change = await prisma().$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from people where id = ${personId}::uuid for update`;
    preparing = runOutsideTransaction(() => prepareMessage(id, now));
    await expect.poll(countLockWaiters).toBe(1);
    return changeEmail(tx, personId, anEmail("corrected"), now);
  }, PATIENT);
  expect(change).toEqual({ requeued: 1 });
  expect(await preparing).toBeUndefined();
  expect(await prisma().answerLink.count({ where: { personId } })).toBe(0);
});

async function aMessage(kind: MailKind, personId: string, reference: string): Promise<string> {
  const enrollment = await prisma().enrollment.findUniqueOrThrow({ where: { reference } });
  await prisma().mailMessage.updateMany({ where: { personId }, data: { state: "delivered" } });
  if (kind === "confirm_email") {
    await prisma().$transaction((tx) => sendEmailConfirmation(tx, personId, anEmail("wished"), now));
    const { id } = await prisma().mailMessage.findFirstOrThrow({ where: { personId, kind } });
    const data = { enrollmentId: enrollment.id };
    await prisma().mailMessage.update({ where: { id }, data, select: { id: true } });
    return id;
  }
  const tells = { reader: "guardian", references: [reference], keepBy: "2099-05-31", year: "2099/2100" };
  const message = { kind, personId, locale: "es", enrollmentId: enrollment.id, tells };
  return prisma().$transaction((tx) => enqueueMessage(tx, message));
}

/** To whom a message goes, and what is secret of its link. */
async function readBy(id: string) {
  const { payload } = (await prepareMessage(id, now)) ?? {};
  return { to: payload?.to, token: /\/([\w-]{43})\b/.exec(payload?.text ?? "")?.[1] ?? "" };
}
