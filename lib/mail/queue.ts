import { randomUUID } from "node:crypto";
import { PgBoss } from "pg-boss";
import type { Prisma } from "@/generated/prisma/client";
import { pool } from "@/lib/prisma";
import { singleton } from "@/lib/singleton";
import { jobPriority, type MailKind } from "./kinds";

export const MAIL_QUEUE = "mail";

/**
 * How a failed delivery is tried again; times in seconds. Doubling delays with jitter, then hourly:
 * twenty hours in all, within the day for which the provider remembers an idempotency key.
 */
export const mailQueueOptions = {
  retryLimit: 30,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  /** A worker that was killed is silent: its jobs are free for others after this. */
  heartbeatSeconds: 20,
  retentionSeconds: 14 * 24 * 3600,
  notify: true,
};

/**
 * The statement with which pg-boss itself inserts jobs into the mail queue; `$1` is the jobs as a
 * JSON text `[{ id, data }]`. The enrollment's statement takes it in, so that an enrollment and its
 * messages commit in one round trip.
 */
export function mailJobsStatement(): Promise<string> {
  return singleton("mailJobsStatement", async () => {
    const executeSql = async (text: string, values?: unknown[]) => pool().query(text, values);
    const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false, migrate: false });
    let statement = "";
    const capture = async (text: string) => {
      statement = text;
      return { rows: [] };
    };
    await boss.start();
    await boss.insert(MAIL_QUEUE, [{ data: {} }], { db: { executeSql: capture } });
    await boss.stop({ graceful: false });
    return statement.trim().replace(/;$/, "");
  });
}

type NewMessage = Pick<
  Prisma.MailMessageUncheckedCreateInput,
  "kind" | "personId" | "locale" | "enrollmentId" | "tells"
>;

/** Queues a message with its job, in the caller's transaction; returns its id. */
export async function queueMessage(tx: Prisma.TransactionClient, message: NewMessage): Promise<string> {
  const id = randomUUID();
  await tx.mailMessage.create({ data: { id, ...message }, select: { id: true } });
  await queueJob(tx, { id, kind: message.kind }, id);
  return id;
}

/** A job for a message, due now; one more than needed does no harm. */
export async function queueJob(
  tx: Prisma.TransactionClient,
  message: { id: string; kind: MailKind },
  id: string = randomUUID(),
) {
  const jobs = JSON.stringify([{ id, data: { messageId: message.id }, priority: jobPriority(message.kind) }]);
  await tx.$executeRawUnsafe(await mailJobsStatement(), jobs);
}
