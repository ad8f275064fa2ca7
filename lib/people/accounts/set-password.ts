import type { Prisma } from "@/generated/prisma/client";
import { endAccess } from "@/lib/mail/setup-link";
import { validateNewPassword, findNameIssues, normaliseName } from "@/lib/people/new-password";
import { hashPassword } from "@/lib/people/password-hash";
import type { ActionIssue } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { getSettings } from "@/lib/school/settings";
import { createSession, type NewSession } from "./sessions";
import { findSetupPerson, type SetupPerson, consumeToken } from "./setup-token";

const NAME_MOST = 200;

export type SetupInput = { password: string; name: string; surname: string };

/** What else is refused on the same page, and what else is written in the same transaction. */
type Together = {
  otherIssues?: ActionIssue[];
  writeAlso?: (tx: Prisma.TransactionClient, person: SetupPerson) => Promise<void>;
};

/**
 * Sets the password behind a link and signs the person in: the link is spent, every other session and link
 * that sets one ends. A second guardian, of whom only the address is known, gives name and surname too, and where
 * the school asks nothing more is confirmed by it.
 *
 * @returns undefined for a link that no longer works
 * @throws Refused
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

/**
 * Ends every way to sign in that was there before a new password. An address that was wished for with a password
 * goes with it; before there was one, the desk alone can have asked.
 */
export async function revokeAccess(
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

/** Whether the page has to ask for the name: a second guardian is known by the address alone. */
export const isNameRequired = ({ name, surname }: Pick<SetupPerson, "name" | "surname">) => !name || !surname;

function checkSetup(person: SetupPerson, { password, name, surname }: SetupInput, otherIssues: ActionIssue[]) {
  const names = isNameRequired(person)
    ? [...findNameIssues("name", name, NAME_MOST), ...findNameIssues("surname", surname, NAME_MOST)]
    : [];
  return validateNewPassword(
    password,
    [person.email, person.name, person.surname, name, surname],
    [...names, ...otherIssues],
  );
}
