import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { DecisionErrorCode } from "@/lib/decisions/decision-error";
import { resendMailMessage } from "@/lib/desk/mail/verbs";
import { readMailboxMessage } from "@/lib/mail/mailbox";
import { requestLinkByEmail } from "@/lib/people/accounts/links/verbs";
import { findSetupPerson } from "@/lib/people/accounts/sessions";
import { setPassword, signIn } from "@/lib/people/accounts/verbs";
import { prisma } from "@/lib/platform/database/prisma";
import type { Day } from "@/lib/platform/dates";
import { withSandbox } from "@/lib/platform/sandbox";
import { seedDemoSchool } from "@/test/support/data/demo-school";
import { anEmail } from "@/test/support/data/factories";
import { aFamily, markGuardianConfirmed } from "@/test/support/data/families";
import { attemptMail } from "@/test/support/domain/mail";
import { commandActor } from "@/test/support/domain/staff";
import {
  confirmEmailChange,
  correctUndeliveredEmail,
  findEmailChange,
  listUndelivered,
  requestEmailChange,
} from "./verbs";

const now = new Date();
const later = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
const PASSWORD = "tren limón martes botella";
const address = "192.0.2.7";

await seedDemoSchool();
beforeEach(async () => {
  await prisma().accountLimit.deleteMany();
});

/** A guardian with a password, and the child. */
async function aGuardian() {
  const family = await aFamily();
  const token = await tokenTo(family.body.guardian_email, "guardian");
  await setPassword(token, { password: PASSWORD, name: "", surname: "" }, now);
  return { ...family, email: family.body.guardian_email };
}

/** Delivers the newest message of a kind to somebody, by whoever they were when it was queued. */
async function mailOf(
  personId: string,
  kind: "guardian" | "confirm_email" | "email_changed" | "password_reset",
) {
  const { id } = await prisma().mailMessage.findFirstOrThrow({
    where: { personId, kind },
    orderBy: { createdAt: "desc" },
  });
  await attemptMail(id, { now });
  return readMailboxMessage(id);
}
const tokenIn = (text = "") => /account-setup\/(?:address\/)?([\w-]{43})/.exec(text)?.[1] as string;
async function tokenTo(email: string, kind: "guardian" | "password_reset") {
  const { id } = await prisma().person.findFirstOrThrow({ where: { email } });
  return tokenIn((await mailOf(id, kind))?.text);
}

const ask = (personId: string, email: string, password = PASSWORD) =>
  requestEmailChange(personId, { email, password, address }, now);
const addressOf = async (id: string) => (await prisma().person.findUniqueOrThrow({ where: { id } })).email;

test("families 11: a new address counts after confirmation by link; notifies the old address and revokes its links", async () => {
  const { first, email } = await aGuardian();
  const wished = anEmail("new");
  expect(await ask(first, wished, "something else")).toBe("wrong");
  expect(await ask(first, email.toUpperCase())).toBe("same");
  expect(await ask(first, wished)).toBe("sent");
  const mail = await mailOf(first, "confirm_email");
  expect(mail?.to).toBe(wished);
  expect(await addressOf(first)).toBe(email);

  await requestLinkByEmail(email); // a link under way to the address before
  const underWay = await tokenTo(email, "password_reset");
  const token = tokenIn(mail?.text);
  for (const _ of [1, 2]) expect((await findEmailChange(token, now))?.email).toBe(wished);
  expect(await findSetupPerson(token, now)).toBeUndefined(); // it sets no password
  const pressed = await Promise.all([confirmEmailChange(token, now), confirmEmailChange(token, now)]);
  expect(pressed.sort()).toEqual(["changed", "closed"]);

  expect(await addressOf(first)).toBe(wished);
  expect(await findSetupPerson(underWay, now)).toBeUndefined();
  const notice = await mailOf(first, "email_changed");
  expect(notice?.to).toBe(email);
  expect(notice?.text).toContain("n•••@example.org");
  expect(notice?.text).not.toContain(wished);
  expect(await signIn({ email: wished, password: PASSWORD, address }, now)).toHaveProperty("session");
  const pendingAddresses = await prisma().mailMessage.count({ where: { toEmail: { not: null } } });
  expect(pendingAddresses).toBe(0); // what has left keeps no address
});

test("families 11: checks at confirmation whether the address is in use; the last request counts", async () => {
  const [one, other] = [await aGuardian(), await aGuardian()];
  const wished = anEmail("both");
  const tokens: string[] = [];
  for (const { first } of [one, other]) {
    expect(await ask(first, wished)).toBe("sent"); // as if nobody had it
    tokens.push(tokenIn((await mailOf(first, "confirm_email"))?.text));
  }
  const results = await Promise.all(tokens.map((token) => confirmEmailChange(token, now)));
  expect(results.sort()).toEqual(["changed", "taken"]);

  const { first } = await aGuardian();
  expect(await ask(first, anEmail("mistyped"))).toBe("sent");
  const replaced = tokenIn((await mailOf(first, "confirm_email"))?.text);
  const right = anEmail("right");
  expect(await ask(first, right)).toBe("sent");
  expect(await confirmEmailChange(replaced, now)).toBe("closed");
  const token = tokenIn((await mailOf(first, "confirm_email"))?.text);
  expect(await confirmEmailChange(token, later(7))).toBe("closed");
  expect(await confirmEmailChange(token, now)).toBe("changed");
  expect(await addressOf(first)).toBe(right);
});

test("families 11: a link confirms only the address to which it was sent, also after a delay", async () => {
  const { first, email } = await aGuardian();
  expect(await ask(first, anEmail("own"))).toBe("sent");
  const late = await prisma().mailMessage.findFirstOrThrow({
    where: { personId: first, kind: "confirm_email" },
  });
  const other = anEmail("somebody.else");
  expect(await ask(first, other)).toBe("sent");
  await attemptMail(late.id, { now });
  const token = tokenIn((await readMailboxMessage(late.id))?.text);
  expect(await confirmEmailChange(token, now)).toBe("closed");
  expect(await addressOf(first)).toBe(email);
});

test("families 11: a new password cancels a pending change of address", async () => {
  const { first, email } = await aGuardian();
  expect(await ask(first, anEmail("stranger"))).toBe("sent");
  const token = tokenIn((await mailOf(first, "confirm_email"))?.text);
  await requestLinkByEmail(email);
  const reset = await tokenTo(email, "password_reset");
  await setPassword(reset, { password: "molino gris sin viento", name: "", surname: "" }, now);
  expect(await confirmEmailChange(token, now)).toBe("closed");
  expect(await addressOf(first)).toBe(email);
});

test("families 11: a minor cannot request another address", async () => {
  const { child } = await aGuardian();
  await expect(ask(child, anEmail("child"))).rejects.toEqual(
    expect.objectContaining({ code: "not_their_own" }),
  );
  expect(await prisma().emailChange.count({ where: { personId: child } })).toBe(0);
});

/** As the provider's webhook would tell. */
const bounced = (personId: string) =>
  prisma().mailMessage.updateMany({ where: { personId }, data: { state: "bounced", bouncedAt: now } });

test("families 10: shows an undelivered address masked; a correction sends the message again", async () => {
  const { first, second, child, body } = await aGuardian();
  expect(await listUndelivered(first, now)).toEqual([]);
  await bounced(child);
  await bounced(second);
  const undelivered = await listUndelivered(first, now);
  expect(undelivered.map(({ id }) => id).sort()).toEqual([child, second].sort());
  expect(undelivered.find(({ id }) => id === child)).toEqual({
    id: child,
    email: "c•••@example.org",
    name: body.student_name,
    isOwn: false,
  });

  const right = anEmail("carla.right");
  expect(await correctUndeliveredEmail(first, child, body.guardian_email, now)).toBe("refused");
  expect(await correctUndeliveredEmail(first, child, right, now)).toBe("corrected");
  expect(await addressOf(child)).toBe(right);
  const again = await prisma().mailMessage.count({ where: { personId: child, state: "queued" } });
  expect(again).toBe(1);
  expect((await listUndelivered(first, now)).map(({ id }) => id)).toEqual([second]);
});

test("families 10: refuses to correct the address of somebody else's child, a person with a password or a delivered mail", async () => {
  const [one, other] = [await aGuardian(), await aGuardian()];
  const refused = (code: DecisionErrorCode) => expect.objectContaining({ code });
  await bounced(other.child);
  await markGuardianConfirmed(other.second); // the second guardian did not give the child's address
  expect(await listUndelivered(other.second, now)).toEqual([]);
  for (const id of [other.child, one.child, one.first])
    await expect(correctUndeliveredEmail(one.first, id, anEmail(), now)).rejects.toEqual(
      refused("not_their_own"),
    );
  await prisma().accountLimit.deleteMany();
  await bounced(one.second);
  for (const guardianId of [one.second, one.first]) {
    await prisma().guardianship.updateMany({ where: { guardianId }, data: { keptApart: true } });
    expect(await listUndelivered(one.first, now)).toEqual([]);
    await prisma().guardianship.updateMany({ where: { guardianId }, data: { keptApart: false } });
  }
  const grown: Day = `${now.getUTCFullYear() + 18}-12-31`; // in a sandbox its day counts
  expect(await withSandbox({ sandboxId: 0, today: grown }, () => listUndelivered(one.first, now))).toEqual(
    [],
  );
  expect(await listUndelivered(one.first, now)).toMatchObject([{ id: one.second }]);
});

test("families 10: sends undelivered messages again to the confirmed address", async () => {
  const { first } = await aGuardian();
  await bounced(first);
  expect(await listUndelivered(first, now)).toMatchObject([{ id: first, isOwn: true }]);
  await ask(first, anEmail("reached"));
  expect(await listUndelivered(first, now)).toMatchObject([{ id: first }]); // not yet
  const token = tokenIn((await mailOf(first, "confirm_email"))?.text);
  expect(await confirmEmailChange(token, now)).toBe("changed");
  const again = await prisma().mailMessage.findMany({ where: { personId: first, state: "queued" } });
  expect(again.map(({ kind }) => kind).sort()).toEqual(["email_changed", "guardian"]);
  expect(await listUndelivered(first, now)).toEqual([]);
});

test("families 7, 10: does not send the offer of a draft to another address", async () => {
  const { first } = await aGuardian();
  const offer = { kind: "continue_draft", personId: first, locale: "ca" } as const;
  for (const state of ["queued", "bounced"] as const)
    await prisma().mailMessage.create({ data: { ...offer, id: randomUUID(), state } });
  await ask(first, anEmail("another"));
  const token = tokenIn((await mailOf(first, "confirm_email"))?.text);
  expect(await confirmEmailChange(token, now)).toBe("changed");
  expect(
    await prisma().mailMessage.count({ where: { personId: first, state: "queued", kind: offer.kind } }),
  ).toBe(0);
});

test("families 11: does not resend a failed message that had its own address", async () => {
  const { first } = await aGuardian();
  await ask(first, anEmail("failing"));
  const where = { personId: first, kind: "confirm_email" } as const;
  const { id } = await prisma().mailMessage.findFirstOrThrow({ where });
  await prisma().mailMessage.update({
    where: { id },
    data: { state: "failed", failedAt: now, toEmail: null },
  });
  expect(await resendMailMessage({ message: id }, commandActor)).toEqual({ outcome: "no mailbox" });
  expect(await prisma().mailMessage.count({ where })).toBe(1);
});
