import type { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";

/** Names of past and present members by id, else their addresses; ids of others are ignored. */
export async function readMemberNames(
  ids: (string | null)[],
  db: Prisma.TransactionClient = prisma(),
): Promise<Map<string | null, string>> {
  const members = await db.staffMember.findMany({
    where: { id: { in: ids.filter((id) => id !== null) } },
    select: { id: true, name: true, email: true },
  });
  return new Map(members.map(({ id, name, email }) => [id, name ?? email]));
}
