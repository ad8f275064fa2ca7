import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey, isDeliverable } from "@/lib/mail/addresses";
import { enqueueMessage } from "@/lib/mail/queue";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { NO_PASSWORD } from "@/lib/people/password-hash";
import { prisma } from "@/lib/platform/prisma";
import { toSandboxKey } from "@/lib/platform/sandbox";
import { hashIfToken } from "@/lib/platform/tokens";
import { createSession, type NewSession } from "./sessions";
import { isNameRequired } from "./set-password";
import { findSetupPerson, consumeToken } from "./setup-token";

/**
 * Sends a link that signs in, to whoever has this address (families 38): three an hour an address, and one that waits
 * to be sent will do. Tells nothing about whether there was somebody.
 *
 * @param address who asks, as `clientAddress` tells
 */
export async function requestSignInLink(email: string, address: string): Promise<void> {
  const key = toEmailKey(email);
  if (!(await tryConsumeAttempts({ "link address": address, "link sign in": toSandboxKey(key) }))) return;
  const person = await prisma().person.findFirst({
    where: { emailKey: key, erasedAt: null },
    select: { id: true, email: true, locale: true },
  });
  if (!person || !isDeliverable(person.email)) return;
  const { id: personId, locale } = person;
  const message = { kind: "sign_in_link" as const, personId };
  const waiting = await prisma().mailMessage.count({ where: { ...message, state: "queued" } });
  if (waiting === 0) await prisma().$transaction((tx) => enqueueMessage(tx, { ...message, locale }));
}

/** Whom a link signs in; looking never spends it. Undefined when it is unknown, spent, over or replaced. */
export async function findSignInLink(token: string, now: Date): Promise<{ email: string } | undefined> {
  const hash = hashIfToken(token);
  const link = hash && (await prisma().signInLink.findUnique({ where: open(hash, now), select: whose }));
  return link ? { email: link.person.email } : undefined;
}

/** Signs in, once. @returns undefined for a link that no longer works */
export async function signInByMailLink(token: string, now: Date): Promise<NewSession | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  return prisma().$transaction(async (tx) => {
    const link = await tx.signInLink.findUnique({ where: open(hash, now), select: whose });
    const { count } = await tx.signInLink.deleteMany({ where: { hash } });
    return link && count === 1 ? startSession(tx, link.person.id, now) : undefined;
  });
}

/** The same by the link of a set-up message, which proves the address; not for somebody who has to give a name first. */
export async function signInBySetupLink(token: string, now: Date): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person || person.hasAccount || person.continues || isNameRequired(person)) return;
  return prisma().$transaction(async (tx) =>
    (await consumeToken(tx, token, now)) ? startSession(tx, person.id, now) : undefined,
  );
}

/** The first time counts as setting the account up; it confirms nobody as a guardian. */
async function startSession(tx: Prisma.TransactionClient, personId: string, now: Date): Promise<NewSession> {
  await tx.account.upsert({
    where: { personId },
    create: {
      personId,
      passwordHash: NO_PASSWORD,
      hasPassword: false,
      createdAt: now,
      passwordChangedAt: now,
    },
    update: {},
    select: { personId: true },
  });
  return createSession(tx, personId, now);
}

const open = (hash: Uint8Array<ArrayBuffer>, now: Date) => ({
  hash,
  expiresAt: { gt: now },
  person: { erasedAt: null },
});

const whose = { person: { select: { id: true, email: true } } } as const;
