import { prisma } from "@/lib/platform/prisma";

/** Forgets sessions and browsers whose time is over; returns how many. */
export async function purgeSessions(now: Date): Promise<number> {
  const over = { where: { expiresAt: { lt: now } } };
  const [sessions, devices] = [
    await prisma().session.deleteMany(over),
    await prisma().knownDevice.deleteMany(over),
  ];
  return sessions.count + devices.count;
}
