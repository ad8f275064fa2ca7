import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { settings } from "@/lib/school/settings";
import { hashPassword } from "./password-hash";
import { type PasswordIssue, passwordIssue } from "./password-rules";
import { createSession, type NewSession } from "./sessions";
import { findSetup, type SetupPerson, spendToken } from "./setup-token";

export type SetupInput = { password: string; name: string; surname: string };

/** What the form is told: which field is refused and why. */
export type SetupIssues = Partial<{
  name: "required" | "too_long";
  surname: "required" | "too_long";
  terms: "required";
  password: PasswordIssue;
}>;

/** What else is refused on the same page, and what else is written in the same transaction. */
type Together = {
  also?: SetupIssues;
  within?: (tx: Prisma.TransactionClient, person: SetupPerson) => Promise<void>;
};

export type SetupResult = { session: NewSession } | { issues: SetupIssues } | { closed: true };

/**
 * Sets the password behind a link and signs the person in: the link is spent, every other session and link
 * that sets one ends. A second guardian, of whom only the address is known, gives name and surname too, and where
 * the school asks nothing more is confirmed by it.
 *
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function setPassword(
  token: string,
  input: SetupInput,
  now: Date,
  { also = {}, within }: Together = {},
): Promise<SetupResult> {
  const person = await findSetup(token, now);
  if (!person) return { closed: true };
  const issues = { ...(await issuesOf(person, input)), ...also };
  if (Object.keys(issues).length > 0) return { issues };

  const passwordHash = await hashPassword(input.password);
  return prisma().$transaction(async (tx): Promise<SetupResult> => {
    if (!(await spendToken(tx, token, now))) return { closed: true };
    await tx.account.upsert({
      where: { personId: person.id },
      create: { personId: person.id, passwordHash, createdAt: now, passwordChangedAt: now },
      update: { passwordHash, passwordChangedAt: now },
      select: { personId: true },
    });
    if (needsName(person)) {
      const data = { name: tidy(input.name), surname: tidy(input.surname) };
      await tx.person.update({ where: { id: person.id }, data, select: { id: true } });
    }
    await endBefore(tx, person, now);
    await confirmUnasked(tx, person.id, now);
    await within?.(tx, person);
    return { session: await createSession(tx, person.id, now) };
  });
}

/**
 * Ends what the password before, or another link to set one, has opened. What was wished for with a password
 * goes with it; before there was one, the desk alone can have asked.
 */
export async function endBefore(
  tx: Prisma.TransactionClient,
  { id: personId, hasAccount }: Pick<SetupPerson, "id" | "hasAccount">,
  now: Date,
) {
  await tx.session.deleteMany({ where: { personId } });
  await tx.knownDevice.deleteMany({ where: { personId } });
  await tx.setupToken.updateMany({
    where: { personId, continues: false, spentAt: null, supersededAt: null },
    data: { supersededAt: now },
  });
  if (hasAccount) await tx.emailChange.deleteMany({ where: { personId } });
}

async function confirmUnasked(tx: Prisma.TransactionClient, guardianId: string, now: Date) {
  if ((await settings()).second_guardian !== "not_asked") return;
  await tx.guardianship.updateMany({
    where: { guardianId, position: { gt: 1 }, confirmedAt: null, deniedAt: null },
    data: { confirmedAt: now },
  });
}

/** Whether the page has to ask for the name: a second guardian is known by the address alone. */
export const needsName = ({ name, surname }: Pick<SetupPerson, "name" | "surname">) => !name || !surname;

async function issuesOf(person: SetupPerson, input: SetupInput): Promise<SetupIssues> {
  const { school_name } = await settings();
  const asked = needsName(person);
  const known = [person.email, person.name, person.surname, school_name, input.name, input.surname];
  const found: SetupIssues = {
    name: asked ? lineIssue(input.name) : undefined,
    surname: asked ? lineIssue(input.surname) : undefined,
    password: passwordIssue(input.password, known),
  };
  return Object.fromEntries(Object.entries(found).filter(([, issue]) => issue !== undefined));
}

const tidy = (text: string) => text.toWellFormed().normalize("NFC").replaceAll("\0", "").trim();

function lineIssue(text: string) {
  const length = [...tidy(text)].length;
  if (length === 0) return "required";
  return length > 200 ? "too_long" : undefined;
}
