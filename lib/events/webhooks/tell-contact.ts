import type { Prisma } from "@/generated/prisma/client";
import { queueNotice } from "@/lib/mail/notices";

/** Queues the mail that says that an endpoint was switched off, in the transaction that did so. */
export async function tellContact(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  const { url, apiKey } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: { url: true, apiKey: { select: { name: true } } },
  });
  await queueNotice(tx, { kind: "webhook_off", host: new URL(url).host, key: apiKey.name });
}
