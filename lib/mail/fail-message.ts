import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";

/**
 * Locks what the triggers of a message lock when it is written: the enrollments that are told of its state, and its
 * person. Reset, erasure and delivery lock in one order, or two would wait for each other: enrollments, people, messages.
 */
export async function lockAround(tx: Prisma.TransactionClient, messageId: string): Promise<void> {
  await tx.$queryRaw`
    select 1 from all_enrollments e
    where e.id in (
      select enrollment_id from all_mail_messages where id = ${messageId}::uuid
      union all
      select other.id from all_mail_messages m
      join all_enrollments own on own.id = m.enrollment_id
      join all_enrollments other on other.submission_id = own.submission_id
      where m.id = ${messageId}::uuid)
    order by e.reference for key share`;
  await tx.$queryRaw`
    select 1 from all_people where id = (select person_id from all_mail_messages where id = ${messageId}::uuid)
    for key share`;
}

/** Ends a queued message that is not sent. */
export async function failMessage(id: string, lastError: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await lockAround(tx, id);
    await tx.mailMessage.updateMany({
      where: { id, state: "queued" },
      data: { state: "failed", failedAt: now, lastError, payload: Prisma.DbNull, toEmail: null },
    });
  });
}
