import type { PgBoss } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { getJobInsertSql, type QueueName } from "@/lib/platform/queues";
import { type Notice, sendNotice } from "./notice";

const QUEUE = "notices" satisfies QueueName;

/** Queues what the school itself is told of, in the caller's transaction. */
export async function enqueueNotice(tx: Prisma.TransactionClient, notice: Notice): Promise<void> {
  await tx.$executeRawUnsafe(await getJobInsertSql(QUEUE), JSON.stringify([{ data: notice }]));
}

/** Sends what the school itself is told of. */
export async function startNoticeWorker(boss: PgBoss): Promise<void> {
  await boss.work<Notice>(QUEUE, { pollingIntervalSeconds: 30 }, async ([job]) => {
    if (job) await sendNotice(job.id, job.data);
  });
}
