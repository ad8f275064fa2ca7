import type { Prisma } from "@/generated/prisma/client";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { writeAuditEntry } from "@/lib/people/audit";
import { ActionError } from "@/lib/people/verb";

type Answer = { reference: string; question: string; personId: string; words: string };

/**
 * A family's answer, in the caller's transaction: late is better than never. @throws Refused `question_gone` when it was
 * answered or closed meanwhile
 */
export async function saveAnswer(
  tx: Prisma.TransactionClient,
  { reference, question: id, personId, words }: Answer,
  now: Date,
): Promise<void> {
  const { id: enrollmentId } = await lockEnrollmentStatus(tx, { reference });
  const { count } = await tx.question.updateMany({
    where: { id, enrollmentId, answeredAt: null, closedAt: null },
    data: { answer: words, answeredAt: now, answeredById: personId },
  });
  if (count === 0) throw new ActionError({ code: "question_gone" });
  await writeAuditEntry(tx, {
    actor: { kind: "family", id: personId },
    action: "question_answered",
    object: { kind: "enrollment", id: reference },
    values: { words: [null, words] },
  });
}
