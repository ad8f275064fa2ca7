import type { PgBoss } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { insertStatement, type QueueName } from "@/lib/platform/queues";
import { type Notice, sendNotice } from "./notice";

const QUEUE = "notices" satisfies QueueName;

/** Queues what the school itself is told of, in the caller's transaction. */
export async function queueNotice(tx: Prisma.TransactionClient, notice: Notice): Promise<void> {
  await tx.$executeRawUnsafe(await insertStatement(QUEUE), JSON.stringify([{ data: notice }]));
}

/** Sends what the school itself is told of. */
export async function workOnNotices(boss: PgBoss): Promise<void> {
  await boss.work<Notice>(QUEUE, { pollingIntervalSeconds: 30 }, async ([job]) => {
    if (job) await sendNotice(job.id, job.data);
  });
}
