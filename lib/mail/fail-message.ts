import { Prisma } from "@/generated/prisma/client";
import { prisma } from "@/lib/platform/database/prisma";

/**
 * Locks the rows that a message's triggers lock: its enrollments and its person. Resets, erasures and deliveries all
 * lock in the order enrollments, people, messages, which prevents deadlocks.
 */
export async function lockMailSubjects(tx: Prisma.TransactionClient, messageId: string): Promise<void> {
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

export async function failMessage(id: string, lastError: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await lockMailSubjects(tx, id);
    await tx.mailMessage.updateMany({
      where: { id, state: "queued" },
      data: { state: "failed", failedAt: now, lastError, payload: Prisma.DbNull, toEmail: null },
    });
  });
}
