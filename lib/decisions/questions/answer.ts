import type { Prisma } from "@/generated/prisma/client";
import { lockStanding } from "@/lib/decisions/standing";
import { writeEntry } from "@/lib/people/audit";
import { Refused } from "@/lib/people/verb";

type Answer = { reference: string; question: string; personId: string; words: string };

/**
 * A family's answer, in the caller's transaction: late is better than never. @throws Refused `question_gone` when it was
 * answered or closed meanwhile
 */
export async function answerQuestionIn(
  tx: Prisma.TransactionClient,
  { reference, question: id, personId, words }: Answer,
  now: Date,
): Promise<void> {
  const { id: enrollmentId } = await lockStanding(tx, { reference });
  const { count } = await tx.question.updateMany({
    where: { id, enrollmentId, answeredAt: null, closedAt: null },
    data: { answer: words, answeredAt: now, answeredById: personId },
  });
  if (count === 0) throw new Refused({ code: "question_gone" });
  await writeEntry(tx, {
    actor: { kind: "family", id: personId },
    action: "question_answered",
    object: { kind: "enrollment", id: reference },
    values: { words: [null, words] },
  });
}
