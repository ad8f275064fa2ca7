import type { Prisma } from "@/generated/prisma/client";
import { toEmailKey } from "@/lib/mail/addresses";
import { endAccess } from "@/lib/mail/mail-link";
import { getSignInAttemptKeys, withAttemptLimit } from "@/lib/people/limits";
import { changePassword, findNameIssues, normaliseName, validateNewPassword } from "@/lib/people/password";
import { hashPassword, isWeakHash, verifyPassword } from "@/lib/people/password-hash";
import type { DomainIssue } from "@/lib/people/verb";
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

type Attempt = {
  email: string;
  password: string;
  /** The client's address (`getClientAddress`). */
  address: string;
  /** The cookie from an earlier sign-in in this browser. */
  device?: string;
};

/**
 * Signs in with e-mail and password. An unknown address, an account without password and a wrong password get the
 * same response in the same time.
 * @throws AppError `unavailable` when too many passwords are being checked
 */
export async function signIn(
  { email, password, address, device }: Attempt,
  now: Date,
): Promise<{ session: NewSession } | { refused: "wrong" | "limited" }> {
  const key = toEmailKey(email.toWellFormed().replaceAll("\0", "")).slice(0, 300);
  const attemptKeys = getSignInAttemptKeys("sign_in", {
    account: toSandboxKey(key),
    address,
    device: (await isKnownDevice(device, key, now)) ? device : undefined,
  });
  const session = await withAttemptLimit(attemptKeys, () => startSession(key, password, now));
  return typeof session === "string" ? { refused: session } : { session };
}

const MAX_NAME_LENGTH = 200;

type SetupInput = { password: string; name: string; surname: string };

/** Other errors of the same page, and other writes in the same transaction. */
type SetupExtras = {
  otherIssues?: DomainIssue[];
  writeAlso?: (tx: Prisma.TransactionClient, person: SetupPerson) => Promise<void>;
};

/**
 * Sets the password of a link and signs in. Uses up the link, ends every other session and setup link. A second
 * guardian, known only by address, also enters name and surname, and is confirmed where the school needs nothing
 * more.
 * @returns undefined for an invalid link
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function setPassword(
  token: string,
  input: SetupInput,
  now: Date,
  { otherIssues = [], writeAlso }: SetupExtras = {},
): Promise<NewSession | undefined> {
  const person = await findSetupPerson(token, now);
  if (!person) return;
  await checkSetup(person, input, otherIssues);

  const passwordHash = await hashPassword(input.password);
  return prisma().$transaction(async (tx) => {
    // The same order of locks as rendering a message with a link: person, message, link.
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

/** Whether the page must ask for the name: a second guardian is known only by address. */
export const isNameRequired = ({ name, surname }: Pick<SetupPerson, "name" | "surname">) => !name || !surname;

type Change = { current: string; password: string; address: string };

/**
 * Changes the password of a signed-in person. Ends all sessions, links and changes of address; returns a new session.
 * @param change the current and the new password, and the client's address
 * @throws DomainError
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function changeAccountPassword(
  personId: string,
  { address, ...change }: Change,
  now: Date,
): Promise<NewSession> {
  const { account, ...personalTerms } = await prisma().person.findUniqueOrThrow({
    where: { id: personId },
    select: { email: true, name: true, surname: true, account: { select: { passwordHash: true } } },
  });
  return changePassword(change, {
    known: Object.values(personalTerms),
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

/** Creates a session for the correct password. Retries when the password changes during the slow check. */
async function startSession(emailKey: string, password: string, now: Date): Promise<NewSession | undefined> {
  const account = await prisma().account.findFirst({
    where: { person: { emailKey } },
    select: { personId: true, passwordHash: true },
  });
  const isCorrect = await verifyPassword(password, account?.passwordHash);
  if (!isCorrect || !account) return;
  const stored = account.passwordHash;
  const passwordHash = isWeakHash(stored) ? await hashPassword(password) : stored;
  const session = await prisma().$transaction(async (tx) => {
    // Locks the account until the session exists, so that setting a password ends this session too.
    const { count } = await tx.account.updateMany({ where: account, data: { passwordHash } });
    return count > 0 ? createSession(tx, account.personId, now) : undefined;
  });
  return session ?? startSession(emailKey, password, now);
}

/**
 * Ends all access from before a new password. Deletes a pending change of address only if there was a password:
 * otherwise the desk has requested it.
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
    ? [
        ...findNameIssues("name", name, MAX_NAME_LENGTH),
        ...findNameIssues("surname", surname, MAX_NAME_LENGTH),
      ]
    : [];
  return validateNewPassword(
    password,
    [person.email, person.name, person.surname, name, surname],
    [...names, ...otherIssues],
  );
}
