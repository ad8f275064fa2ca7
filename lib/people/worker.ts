import { prisma } from "@/lib/platform/database/prisma";

/** Ended sessions are needed for a while to save forms typed in them. */
const STAFF_SESSION_RETENTION_MS = 7 * 24 * 3600 * 1000;

/** Deletes expired sessions, devices, forms and counters; returns the number of rows. */
export async function purgeSignIns(now: Date): Promise<number> {
  const expired = { where: { expiresAt: { lt: now } } };
  const ended = new Date(now.getTime() - STAFF_SESSION_RETENTION_MS);
  const deleted = [
    await prisma().session.deleteMany(expired),
    await prisma().knownDevice.deleteMany(expired),
    await prisma().heldForm.deleteMany(expired),
    await prisma().staffSession.deleteMany({ where: { createdAt: { lt: ended } } }),
    await prisma().accountLimit.deleteMany({ where: { expire: { lt: now.getTime() } } }),
  ];
  return deleted.reduce((sum, { count }) => sum + count, 0);
}
