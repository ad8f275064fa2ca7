import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { getJobInsertSql, type QueueName } from "@/lib/platform/queues";
import { getCurrentSandbox, LIVE } from "@/lib/platform/sandbox";
import { currentTraceparent } from "@/lib/platform/trace";
import { getJobPriority, type MailKind } from "./kinds";

export const mailQueues = ["mail", "sandbox-mail"] as const satisfies QueueName[];

/** A sandbox's mails never wait behind the school's, which the provider's pace holds back. */
export const mailQueueOf = (sandboxId = getCurrentSandbox().sandboxId) => mailQueues[sandboxId === LIVE ? 0 : 1];

/** The insert of the queue of the sandbox at work: the enrollment's statement takes it in. */
export const getMailJobsSql = () => getJobInsertSql(mailQueueOf());

type NewMessage = Pick<
  Prisma.MailMessageUncheckedCreateInput,
  "kind" | "personId" | "locale" | "enrollmentId" | "tells" | "toEmail"
>;

/** Queues a message with its job, in the caller's transaction; returns its id. */
export async function enqueueMessage(tx: Prisma.TransactionClient, message: NewMessage): Promise<string> {
  const [id] = await enqueueMessages(tx, [message]);
  return id as string;
}

/** The same of many at once; returns their ids in order. */
export async function enqueueMessages(tx: Prisma.TransactionClient, messages: NewMessage[]): Promise<string[]> {
  if (messages.length === 0) return [];
  const data = messages.map((message) => ({ id: randomUUID(), ...message }));
  await tx.mailMessage.createMany({ data });
  const jobs = data.map(({ id, kind }) => jobOf({ id, kind }, id));
  await tx.$executeRawUnsafe(await getMailJobsSql(), JSON.stringify(jobs));
  return data.map(({ id }) => id);
}

/** A job for a message, due now; one more than needed does no harm. */
export async function enqueueMessageJob(
  tx: Prisma.TransactionClient,
  { sandboxId, ...message }: { id: string; kind: MailKind; sandboxId?: number },
) {
  const statement = await getJobInsertSql(mailQueueOf(sandboxId));
  await tx.$executeRawUnsafe(statement, JSON.stringify([jobOf(message, randomUUID())]));
}

export type MailJobData = { messageId: string; traceparent?: string | undefined };

/** What a message's job knows: the message, and the trace in which it was queued. */
export const createJobData = (messageId: string): MailJobData => ({
  messageId,
  traceparent: currentTraceparent(),
});

const jobOf = (message: { id: string; kind: MailKind }, id: string) => ({
  id,
  data: createJobData(message.id),
  priority: getJobPriority(message.kind),
});
