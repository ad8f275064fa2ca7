import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { localizedPath } from "@/lib/i18n/paths";
import { hashPassword } from "@/lib/people/accounts/password-hash";
import { type PasswordIssue, passwordIssue } from "@/lib/people/accounts/password-rules";
import { prisma } from "@/lib/platform/prisma";
import { isToken, newToken, tokenHash } from "@/lib/platform/tokens";
import { publicUrl, settings } from "@/lib/school/settings";
import { endSessionsOf } from "./sessions";

const LASTS_MS = 3 * 24 * 3600 * 1000;

/** Makes a member's one link that sets a password, in the caller's transaction; any before it is dead. */
export async function newStaffLink(
  tx: Prisma.TransactionClient,
  member: { id: string; locale: string },
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await tx.staffMember.update({
    where: { id: member.id },
    data: { linkHash: tokenHash(token), linkExpiresAt: expiresAt },
    select: { id: true },
  });
  const path = localizedPath(member.locale as Locale, `/desk/invitation/${token}`);
  return { url: `${publicUrl()}${path}`, expiresAt };
}

/** The member whose password a link may set. Looking never spends it: mail scanners open links. */
export async function findStaffLink(token: string, now: Date) {
  if (!isToken(token)) return;
  const member = await prisma().staffMember.findUnique({
    where: { linkHash: tokenHash(token), linkExpiresAt: { gt: now }, removedAt: null },
    select: { id: true, email: true, name: true },
  });
  return member ?? undefined;
}

export type AcceptIssues = { name?: "required" | "too_long"; password?: PasswordIssue };

/**
 * Sets name and password behind a link, which is spent by it; every session of the member ends.
 *
 * @returns what is wrong with a field, or `closed` for a link that no longer works
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function acceptStaffLink(
  token: string,
  input: { name: string; password: string },
  now: Date,
): Promise<{ email: string } | { issues: AcceptIssues } | { closed: true }> {
  const member = await findStaffLink(token, now);
  if (!member) return { closed: true };
  const name = input.name
    .toWellFormed()
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .trim();
  const { school_name } = await settings();
  const issues: AcceptIssues = {
    ...(name === "" && { name: "required" }),
    ...([...name].length > 80 && { name: "too_long" }),
  };
  const password = passwordIssue(input.password, [member.email, name, school_name]);
  if (password) issues.password = password;
  if (Object.keys(issues).length > 0) return { issues };

  const passwordHash = await hashPassword(input.password);
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.staffMember.updateMany({
      where: { linkHash: tokenHash(token), linkExpiresAt: { gt: now }, removedAt: null },
      data: { name, passwordHash, linkHash: null, linkExpiresAt: null },
    });
    if (count === 0) return { closed: true };
    await endSessionsOf(tx, member.id, now);
    return { email: member.email };
  });
}
