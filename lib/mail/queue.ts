import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import { insertStatement, type QueueName } from "@/lib/queues";
import { jobPriority, type MailKind } from "./kinds";

export const MAIL_QUEUE = "mail" satisfies QueueName;

/** The mail queue's own insert: the enrollment's statement takes it in. */
export const mailJobsStatement = () => insertStatement(MAIL_QUEUE);

type NewMessage = Pick<
  Prisma.MailMessageUncheckedCreateInput,
  "kind" | "personId" | "locale" | "enrollmentId" | "tells" | "toEmail"
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
