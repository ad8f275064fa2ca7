import type { Prisma } from "@/generated/prisma/client";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { setupKinds } from "@/lib/mail/mail-kinds";
import { whereKeptApart } from "@/lib/mail/sql";
import { enqueueMessage } from "@/lib/mail/writes";
import {
  consumeToken,
  createSession,
  findSetupPerson,
  type NewSession,
} from "@/lib/people/accounts/sessions";
import { isNameRequired } from "@/lib/people/accounts/verbs";
import { tryConsumeAttempts } from "@/lib/people/limits";
import { NO_PASSWORD } from "@/lib/people/password-hash";
import { hashIfToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { toSandboxKey } from "@/lib/platform/sandbox";

const personColumns = { person: { select: { id: true, email: true } } } as const;

/**
 * Sends a sign-in link to the person with this address (families 38), at most three an hour per address and not while
 * one is queued. The result does not reveal whether the person exists.
 * @param address the client's address (`getClientAddress`)
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

/** The person of a sign-in link, without using it up. Undefined when it is unknown, used, expired or replaced. */
export async function findSignInLink(token: string, now: Date): Promise<{ email: string } | undefined> {
  const hash = hashIfToken(token);
  const link =
    hash &&
    (await prisma().signInLink.findUnique({ where: whereLinkIsValid(hash, now), select: personColumns }));
  return link ? { email: link.person.email } : undefined;
}

/** Uses up a sign-in link. @returns undefined for an invalid link */
export async function signInByMailLink(token: string, now: Date): Promise<NewSession | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  return prisma().$transaction(async (tx) => {
    const link = await tx.signInLink.findUnique({
      where: whereLinkIsValid(hash, now),
      select: personColumns,
    });
    const { count } = await tx.signInLink.deleteMany({ where: { hash } });
    return link && count === 1 ? startSessionByLink(tx, link.person.id, now) : undefined;
  });
}

/** Signs in by a setup link, which proves the address; not a person who must enter a name first. */
export async function signInBySetupLink(token: string, now: Date): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person || person.hasAccount || person.continues || isNameRequired(person)) return;
  return prisma().$transaction(async (tx) =>
    (await consumeToken(tx, token, now)) ? startSessionByLink(tx, person.id, now) : undefined,
  );
}

/**
 * Signs in by a link that continues a draft, and uses it up; not a person who must enter a name first. Other sessions
 * stay.
 * @param writeAlso runs in the same transaction
 * @returns undefined for an invalid link
 */
export async function signInByDraftLink(
  token: string,
  now: Date,
  writeAlso: (tx: Prisma.TransactionClient, personId: string) => Promise<void>,
): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person?.continues || (!person.hasAccount && isNameRequired(person))) return;
  return prisma().$transaction(async (tx) => {
    if (!(await consumeToken(tx, token, now))) return;
    await writeAlso(tx, person.id);
    return startSessionByLink(tx, person.id, now);
  });
}

/**
 * Sends a new link to the person of an old one, in whatever state that is. The result does not reveal whether the
 * person exists.
 */
export async function requestLinkByToken(token: string): Promise<void> {
  const hash = hashIfToken(token);
  const where = hash && { hash, person: { erasedAt: null } };
  const setupToken = where && (await prisma().setupToken.findUnique({ where, select: { personId: true } }));
  if (setupToken) await requestLink(setupToken.personId);
}

/** Sends a new link to the person with this address; the result does not reveal whether there is one. */
export async function requestLinkByEmail(email: string): Promise<void> {
  const person = await prisma().person.findFirst({
    where: { emailKey: toEmailKey(email) },
    select: { id: true },
  });
  if (person) await requestLink(person.id);
}

/** Creates an account without password at the first sign-in by link; confirms no guardianship. */
async function startSessionByLink(
  tx: Prisma.TransactionClient,
  personId: string,
  now: Date,
): Promise<NewSession> {
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

const whereLinkIsValid = (hash: Uint8Array<ArrayBuffer>, now: Date) => ({
  hash,
  expiresAt: { gt: now },
  person: { erasedAt: null },
});

/**
 * Sends the last setup message again, or a password reset to a person with an account. Skips enrollments of children
 * from whom the guardian is kept apart.
 */
async function requestLink(personId: string) {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true, account: { select: { personId: true } } },
  });
  if (!isDeliverable(person.email)) return;
  const findLast = (where: Prisma.MailMessageWhereInput) =>
    prisma().mailMessage.findFirst({
      where: { personId, kind: { in: setupKinds }, ...where },
      orderBy: { createdAt: "desc" },
      select: { kind: true, enrollmentId: true, locale: true },
    });
  const last = await findLast(person.account ? {} : { NOT: { enrollment: whereKeptApart(personId) } });
  if (!last) return;
  const message = person.account
    ? { kind: "password_reset" as const, enrollmentId: null, locale: last.locale }
    : last;
  // The link of a queued message is created when it is sent, so it is fresh.
  const queued = await prisma().mailMessage.count({
    where: { personId, kind: message.kind, state: "queued" },
  });
  if (queued === 0) await prisma().$transaction((tx) => enqueueMessage(tx, { personId, ...message }));
}
