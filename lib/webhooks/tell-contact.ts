import type { PgBoss } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { type Notice, sendNotice } from "@/lib/mail/notice";
import { insertStatement, type QueueName } from "@/lib/queues";

const QUEUE = "notices" satisfies QueueName;

/** Queues the mail that says that an endpoint was switched off, in the transaction that did so. */
export async function tellContact(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  const { url, apiKey } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: { url: true, apiKey: { select: { name: true } } },
  });
  const notice: Notice = { kind: "webhook_off", host: new URL(url).host, key: apiKey.name };
  await tx.$executeRawUnsafe(await insertStatement(QUEUE), JSON.stringify([{ data: notice }]));
}

/** Sends what the school itself is told of. */
export async function workOnNotices(boss: PgBoss): Promise<void> {
  await boss.work<Notice>(QUEUE, { pollingIntervalSeconds: 30 }, async ([job]) => {
    if (job) await sendNotice(job.id, job.data);
  });
}
