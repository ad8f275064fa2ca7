import { prisma } from "@/lib/platform/database/prisma";

/** Ended sessions of the staff are remembered for what was typed in them. */
const STAFF_SESSION_KEPT_MS = 7 * 24 * 3600 * 1000;

/** Forgets what is over of how families and staff sign in; returns how many rows went. */
export async function purgeSignIns(now: Date): Promise<number> {
  const over = { where: { expiresAt: { lt: now } } };
  const ended = new Date(now.getTime() - STAFF_SESSION_KEPT_MS);
  const went = [
    await prisma().session.deleteMany(over),
    await prisma().knownDevice.deleteMany(over),
    await prisma().heldForm.deleteMany(over),
    await prisma().staffSession.deleteMany({ where: { createdAt: { lt: ended } } }),
    await prisma().accountLimit.deleteMany({ where: { expire: { lt: now.getTime() } } }),
  ];
  return went.reduce((sum, { count }) => sum + count, 0);
}
