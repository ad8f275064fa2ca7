import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/prisma";
import { hashIfToken, hashToken } from "@/lib/platform/tokens";

/** The person behind a link that can still set a password. */
export type SetupPerson = {
  id: string;
  email: string;
  name: string | null;
  surname: string | null;
  birthDate: Date | null;
  hasAccount: boolean;
  /** The link also goes on with the draft that was offered to them (families 7). */
  continues: boolean;
};

const whereOpen = (now: Date) => ({ spentAt: null, supersededAt: null, expiresAt: { gt: now } });

/**
 * The person whose password a link may set. Looking never spends it: mail scanners open links.
 * @returns undefined when the link is unknown, spent, over or replaced by a newer one
 */
export async function findSetupPerson(token: string, now: Date): Promise<SetupPerson | undefined> {
  const hash = hashIfToken(token);
  if (!hash) return;
  const found = await prisma().setupToken.findUnique({
    where: { hash, ...whereOpen(now), person: { erasedAt: null } }, // and of the sandbox at work: another one's link is nobody's here
    select: {
      continues: true,
      person: {
        select: {
          id: true,
          email: true,
          name: true,
          surname: true,
          birthDate: true,
          account: { select: { personId: true } },
        },
      },
    },
  });
  if (!found) return;
  const { account, ...person } = found.person;
  return { ...person, hasAccount: account !== null, continues: found.continues };
}

/** Spends a link in the caller's transaction; of two at once one gets true. */
export async function consumeToken(tx: Prisma.TransactionClient, token: string, now: Date): Promise<boolean> {
  const { count } = await tx.setupToken.updateMany({
    where: { hash: hashToken(token), ...whereOpen(now) },
    data: { spentAt: now },
  });
  return count === 1;
}
