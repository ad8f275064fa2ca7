import type { Prisma } from "@/generated/prisma/client";
import type { Locale } from "@/lib/i18n/locales";
import { getStaffLinkUrl } from "@/lib/mail/staff-link";
import { validateNewPassword, findNameIssues, normaliseName } from "@/lib/people/new-password";
import { hashPassword } from "@/lib/people/password-hash";
import { prisma } from "@/lib/platform/prisma";
import { createToken, hashIfToken, hashToken } from "@/lib/platform/tokens";
import { endAccessOf } from "./sessions";

const LASTS_MS = 3 * 24 * 3600 * 1000;
const NAME_MOST = 80;

/** Makes a member's one link that sets a password, in the caller's transaction; any before it is dead. */
export async function createInvitationLink(
  tx: Prisma.TransactionClient,
  member: { id: string; locale: string },
  now: Date,
): Promise<{ url: string; token: string; expiresAt: Date }> {
  const token = createToken();
  const expiresAt = new Date(now.getTime() + LASTS_MS);
  await tx.staffMember.update({
    where: { id: member.id },
    data: { linkHash: hashToken(token), linkExpiresAt: expiresAt },
    select: { id: true },
  });
  return { url: getStaffLinkUrl(member.locale as Locale, token), token, expiresAt };
}

/** The member whose password a link may set. Looking never spends it: mail scanners open links. */
export async function findInvitation(token: string, now: Date) {
  const linkHash = hashIfToken(token);
  if (!linkHash) return;
  const member = await prisma().staffMember.findUnique({
    where: { linkHash, linkExpiresAt: { gt: now }, removedAt: null },
    select: { id: true, email: true, name: true },
  });
  return member ?? undefined;
}

/**
 * Sets name and password behind a link, which is spent by it; every session of the member ends.
 *
 * @returns undefined for a link that no longer works
 * @throws Refused
 * @throws AppError `unavailable` when too many passwords are being hashed
 */
export async function acceptInvitation(
  token: string,
  input: { name: string; password: string },
  now: Date,
): Promise<{ email: string } | undefined> {
  const member = await findInvitation(token, now);
  if (!member) return;
  const name = normaliseName(input.name);
  await validateNewPassword(input.password, [member.email, name], findNameIssues("name", name, NAME_MOST));

  const passwordHash = await hashPassword(input.password);
  return prisma().$transaction(async (tx) => {
    const { count } = await tx.staffMember.updateMany({
      where: { linkHash: hashToken(token), linkExpiresAt: { gt: now }, removedAt: null },
      data: { name, passwordHash, linkHash: null, linkExpiresAt: null },
    });
    if (count === 0) return;
    await endAccessOf(tx, member.id, now);
    return { email: member.email };
  });
}
