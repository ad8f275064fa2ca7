import { prisma } from "@/lib/platform/prisma";

const DAY_MS = 24 * 3600 * 1000;

/** Forgets attempts after thirty days, and deliveries that need none any more; returns how many rows went. */
export async function purgeWebhooks(now: Date): Promise<number> {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS);
  const attempts = await prisma().webhookAttempt.deleteMany({ where: { at: { lt: monthAgo } } });
  const deliveries = await prisma().webhookDelivery.deleteMany({
    where: { createdAt: { lt: monthAgo }, state: { not: "pending" } },
  });
  return attempts.count + deliveries.count;
}
