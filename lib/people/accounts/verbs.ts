import type { Prisma } from "@/generated/prisma/client";
import { isDeliverable, toEmailKey } from "@/lib/mail/addresses";
import { setupKinds } from "@/lib/mail/mail-kinds";
import { endAccess } from "@/lib/mail/mail-link";
import { whereKeptApart } from "@/lib/mail/sql";
import { enqueueMessage } from "@/lib/mail/writes";
import { getSignInAttemptKeys, tryConsumeAttempts, withAttemptLimit } from "@/lib/people/limits";
import { changePassword, findNameIssues, normaliseName, validateNewPassword } from "@/lib/people/password";
import { hashPassword, isWeakHash, NO_PASSWORD, verifyPassword } from "@/lib/people/password-hash";
import type { DomainIssue } from "@/lib/people/verb";
import { hashIfToken } from "@/lib/platform/crypto";
import { prisma } from "@/lib/platform/database/prisma";
import { toSandboxKey } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import {
  consumeToken,
  createSession,
  findSetupPerson,
  isKnownDevice,
  type NewSession,
  type SetupPerson,
} from "./sessions";

export type SignInResult = { session: NewSession } | { refused: "wrong" | "limited" };

type Attempt = {
  email: string;
  password: string;
  /** Who asks, as `getClientAddress` tells. */
  address: string;
  /** What this browser was given when somebody signed in before. */
  device?: string;
};

/**
 * Signs in with e-mail and password. An unknown address, an account without password and a wrong
 * password are answered alike and take as long.
 *
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signIn(
  { email, password, address, device }: Attempt,
  now: Date,
): Promise<SignInResult> {
  const key = toEmailKey(email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const tries = getSignInAttemptKeys("sign_in", {
    account: toSandboxKey(key),
    address,
    device: (await isKnownDevice(device, key, now)) ? device : undefined,
  });
  const session = await withAttemptLimit(tries, () => startSession(key, password, now));
  return typeof session === "string" ? { refused: session } : { session };
}

const NAME_MOST = 200;

type SetupInput = { password: string; name: string; surname: string };

/** What else is refused on the same page, and what else is written in the same transaction. */
type Together = {
  otherIssues?: DomainIssue[];
  writeAlso?: (tx: Prisma.TransactionClient, person: SetupPerson) => Promise<void>;
};

/**
 * Sets the password behind a link and signs the person in: the link is spent, every other session and link
 * that sets one ends. A second guardian, of whom only the address is known, gives name and surname too, and where
 * the school asks nothing more is confirmed by it.
 *
 * @returns undefined for a link that no longer works
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function setPassword(
  token: string,
  input: SetupInput,
  now: Date,
  { otherIssues = [], writeAlso }: Together = {},
): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person) return;
  await checkSetup(person, input, otherIssues);

  const passwordHash = await hashPassword(input.password);
  return prisma().$transaction(async (tx) => {
    // As whoever writes a mail with a link: the person first, then the mail, then the link.
    await tx.$queryRaw`select 1 from people where id = ${person.id}::uuid for update`;
    if (!(await consumeToken(tx, token, now))) return;
    await tx.account.upsert({
      where: { personId: person.id },
      create: { personId: person.id, passwordHash, createdAt: now, passwordChangedAt: now },
      update: { passwordHash, hasPassword: true, passwordChangedAt: now },
      select: { personId: true },
    });
    if (isNameRequired(person)) {
      const data = { name: normaliseName(input.name), surname: normaliseName(input.surname) };
      await tx.person.update({ where: { id: person.id }, data, select: { id: true } });
    }
    await revokeAccess(tx, person, now);
    await confirmGuardianships(tx, person.id, now);
    await writeAlso?.(tx, person);
    return createSession(tx, person.id, now);
  });
}

/** Whether the page has to ask for the name: a second guardian is known by the address alone. */
export const isNameRequired = ({ name, surname }: Pick<SetupPerson, "name" | "surname">) => !name || !surname;

/**
 * Sends a link that signs in, to whoever has this address (families 38): three an hour an address, and one that waits
 * to be sent will do. Tells nothing about whether there was somebody.
 *
 * @param address who asks, as `getClientAddress` tells
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
    return link && count === 1 ? startSessionMail(tx, link.person.id, now) : undefined;
  });
}

/** The same by the link of a set-up message, which proves the address; not for somebody who has to give a name first. */
export async function signInBySetupLink(token: string, now: Date): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person || person.hasAccount || person.continues || isNameRequired(person)) return;
  return prisma().$transaction(async (tx) =>
    (await consumeToken(tx, token, now)) ? startSessionMail(tx, person.id, now) : undefined,
  );
}

/**
 * Signs in whoever has a password and presses a link that goes on with a draft; the link is spent. Other
 * sessions stay: nothing about the account has changed.
 *
 * @param within what else the link does, in the same transaction
 * @returns undefined for a link that no longer works
 */
export async function signInByDraftLink(
  token: string,
  now: Date,
  within: (tx: Prisma.TransactionClient, personId: string) => Promise<void>,
): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person?.continues || !person.hasAccount) return;
  return prisma().$transaction(async (tx) => {
    if (!(await consumeToken(tx, token, now))) return;
    await within(tx, person.id);
    return createSession(tx, person.id, now);
  });
}

/**
 * Sends a new link to the address on file of whoever once got this one, whatever became of it. Tells
 * nothing about whether there was somebody.
 */
export async function requestLinkByToken(token: string): Promise<void> {
  const hash = hashIfToken(token);
  const where = hash && { hash, person: { erasedAt: null } };
  const found = where && (await prisma().setupToken.findUnique({ where, select: { personId: true } }));
  if (found) await requestLink(found.personId);
}

/** Sends a new link to the person with this address, if there is one; tells nothing either way. */
export async function requestLinkByEmail(email: string): Promise<void> {
  const person = await prisma().person.findFirst({
    where: { emailKey: toEmailKey(email) },
    select: { id: true },
  });
  if (person) await requestLink(person.id);
}

type Change = { current: string; password: string; address: string };

/**
 * Changes the password of whoever is signed in. Every session, link and wish of before ends; the one that begins is
 * for this browser.
 *
 * @param change the present password, the new one, and who asks (`getClientAddress`)
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changeAccountPassword(
  personId: string,
  { address, ...change }: Change,
  now: Date,
): Promise<NewSession> {
  const { account, ...known } = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true, name: true, surname: true, account: { select: { passwordHash: true } } },
  });
  return changePassword(change, {
    known: Object.values(known),
    stored: account?.passwordHash,
    counted: { "password address": address, "password token": `change ${personId}` },
    write: async (tx, { passwordHash, before }) => {
      const { count } = await tx.account.updateMany({
        where: { personId, passwordHash: before },
        data: { passwordHash, passwordChangedAt: now },
      });
      if (count === 0) return;
      await revokeAccess(tx, { id: personId, hasAccount: true }, now);
      return createSession(tx, personId, now);
    },
  });
}

/** A session for whoever gives the right password. Checking it takes a while: one set meanwhile is what counts. */
async function startSession(emailKey: string, password: string, now: Date): Promise<NewSession | undefined> {
  const account = await prisma().account.findFirst({
    where: { person: { emailKey } },
    select: { personId: true, passwordHash: true },
  });
  const right = await verifyPassword(password, account?.passwordHash);
  if (!right || !account) return;
  const stored = account.passwordHash;
  const passwordHash = isWeakHash(stored) ? await hashPassword(password) : stored;
  const session = await prisma().$transaction(async (tx) => {
    // Holds the account until the session is there: whoever sets a password and ends all sessions finds it.
    const { count } = await tx.account.updateMany({ where: account, data: { passwordHash } });
    return count > 0 ? createSession(tx, account.personId, now) : undefined;
  });
  return session ?? startSession(emailKey, password, now);
}

/**
 * Ends every way to sign in that was there before a new password. An address that was wished for with a password
 * goes with it; before there was one, the desk alone can have asked.
 */
async function revokeAccess(
  tx: Prisma.TransactionClient,
  { id: personId, hasAccount }: Pick<SetupPerson, "id" | "hasAccount">,
  now: Date,
) {
  await endAccess(tx, [personId], now);
  if (hasAccount) await tx.emailChange.deleteMany({ where: { personId } });
}

async function confirmGuardianships(tx: Prisma.TransactionClient, guardianId: string, now: Date) {
  if ((await getSettings()).second_guardian !== "not_asked") return;
  await tx.guardianship.updateMany({
    where: { guardianId, position: { gt: 1 }, confirmedAt: null, deniedAt: null },
    data: { confirmedAt: now },
  });
}

function checkSetup(
  person: SetupPerson,
  { password, name, surname }: SetupInput,
  otherIssues: DomainIssue[],
) {
  const names = isNameRequired(person)
    ? [...findNameIssues("name", name, NAME_MOST), ...findNameIssues("surname", surname, NAME_MOST)]
    : [];
  return validateNewPassword(
    password,
    [person.email, person.name, person.surname, name, surname],
    [...names, ...otherIssues],
  );
}

/** The first time counts as setting the account up; it confirms nobody as a guardian. */
async function startSessionMail(
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

const open = (hash: Uint8Array<ArrayBuffer>, now: Date) => ({
  hash,
  expiresAt: { gt: now },
  person: { erasedAt: null },
});

const whose = { person: { select: { id: true, email: true } } } as const;

/**
 * The message of their enrollment once more, or the one for a new password if they have set one. Of a child
 * whose guardian they deny to be, or from whom the desk keeps them apart, nothing is said any more.
 */
async function requestLink(personId: string) {
  const person = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true, account: { select: { personId: true } } },
  });
  if (!isDeliverable(person.email)) return;
  const lastOf = (where: Prisma.MailMessageWhereInput) =>
    prisma().mailMessage.findFirst({
      where: { personId, kind: { in: setupKinds }, ...where },
      orderBy: { createdAt: "desc" },
      select: { kind: true, enrollmentId: true, locale: true },
    });
  const last = await lastOf(person.account ? {} : { NOT: { enrollment: whereKeptApart(personId) } });
  if (!last) return;
  const message = person.account
    ? { kind: "password_reset" as const, enrollmentId: null, locale: last.locale }
    : last;
  // One that waits to be sent will do: its link is yet to be made.
  const waiting = await prisma().mailMessage.count({
    where: { personId, kind: message.kind, state: "queued" },
  });
  if (waiting === 0) await prisma().$transaction((tx) => enqueueMessage(tx, { personId, ...message }));
}
