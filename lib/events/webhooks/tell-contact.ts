import type { Prisma } from "@/generated/prisma/client";
import { enqueueNotice } from "@/lib/mail/notices";

/** Queues the mail that says that an endpoint was switched off, in the transaction that did so. */
export async function notifyContact(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  const { url, apiKey } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: { url: true, apiKey: { select: { name: true } } },
  });
  await enqueueNotice(tx, { kind: "webhook_off", host: new URL(url).host, key: apiKey.name });
}
