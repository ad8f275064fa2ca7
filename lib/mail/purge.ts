import { prisma } from "@/lib/platform/prisma";

const DAY_MS = 24 * 3600 * 1000;

/** Links long past their end and events that can no longer come twice; returns how many rows went. */
export async function purgeMail(now: Date): Promise<number> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const purged = await Promise.all([
    // Kept for a while: a link that has expired is answered with a page that offers a new one.
    prisma().setupToken.deleteMany({ where: { expiresAt: { lt: monthAgo } } }),
    prisma().mailEvent.deleteMany({ where: { receivedAt: { lt: monthAgo } } }),
    prisma().emailChange.deleteMany({ where: { expiresAt: { lt: now } } }),
    prisma().answerLink.deleteMany({ where: { expiresAt: { lt: now } } }),
    prisma().signInLink.deleteMany({ where: { expiresAt: { lt: now } } }),
  ]);
  return purged.reduce((sum, { count }) => sum + count, 0);
}
