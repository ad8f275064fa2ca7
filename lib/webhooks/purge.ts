import { prisma } from "@/lib/prisma";
import { type Due, queueAttempts } from "./queue";

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

/** Deliveries whose time has passed and whose job is gone get a new one; returns how many. */
export async function rescueDeliveries(now: Date): Promise<number> {
  return prisma().$transaction(async (tx) => {
    const stranded = await tx.$queryRaw<Due[]>`
      select d.id, d.endpoint_id as "endpointId", d.next_at as "nextAt" from webhook_deliveries d
      where d.state = 'pending' and d.next_at < ${now}::timestamptz - interval '1 hour' and not exists (
        select 1 from pgboss.job j
        where j.name = 'webhooks' and j.state in ('created', 'retry', 'active')
          and j.data ->> 'deliveryId' = d.id::text
      )
      for update of d skip locked`;
    await queueAttempts(tx, stranded);
    return stranded.length;
  });
}
