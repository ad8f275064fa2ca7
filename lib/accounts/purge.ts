import { prisma } from "@/lib/prisma";

/** Forgets sessions that are over; returns how many. */
export async function purgeSessions(now: Date): Promise<number> {
  const { count } = await prisma().session.deleteMany({ where: { expiresAt: { lt: now } } });
  return count;
}
