import type { Prisma } from "@/generated/prisma/client";
import { ageOn, type Day, dayOf } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { openAnswer } from "./answers/open-answer";
import { type Step, takeStep } from "./family-step";
import { familyWays } from "./family-ways";
import { DecisionRefusal } from "./refusal";
import { lockStanding, readStanding } from "./standing";

/**
 * The family's own step, withdrawing or taking that back within a day: it goes from what they have been
 * told, makes a decision that they have not heard of void, and is told at once.
 *
 * @param personId the student, or a minor's first guardian
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export function decideAsFamily(step: Step, personId: string, now: Date): Promise<void> {
  const actor = { kind: "family", id: personId } as const;
  return prisma().$transaction((tx) =>
    takeStep(tx, step, actor, now, async ({ studentId }, today) => {
      if ((await senderOf(tx, studentId, today)) !== personId) throw new DecisionRefusal("not_their_own");
    }),
  );
}

/** Withdraws, in the caller's transaction, what somebody else has sent in a person's name. */
export const withdrawDisowned = (
  tx: Prisma.TransactionClient,
  reference: string,
  personId: string,
  now: Date,
): Promise<void> =>
  takeStep(tx, { reference, to: "withdrawn", reason: "not_me" }, { kind: "family", id: personId }, now);

/**
 * Withdraws an enrollment in the family's name, as long as the family itself could.
 *
 * @param apiKeyId the key that made the enrollment
 * @throws AppError `not_found` when it did not, `transition_not_allowed`
 */
export async function withdrawByKey(
  tx: Prisma.TransactionClient,
  reference: string,
  apiKeyId: number,
  now: Date,
): Promise<void> {
  const made = await tx.enrollment.count({ where: { reference, apiKeyId } });
  if (made === 0) throw new AppError("not_found");
  try {
    await takeStep(tx, { reference, to: "withdrawn" }, { kind: "api_key" }, now);
  } catch (error) {
    if (!(error instanceof DecisionRefusal)) throw error;
    const { state } = await readStanding(prisma(), { reference });
    const { withdraw } = await familyWays(reference, now);
    const allowed = withdraw ? ["withdrawn"] : [];
    throw new AppError("transition_not_allowed", [], [], { state, allowed, refusal: error.code });
  }
}

/** Withdraws, in a transaction of its own, whoever has lost the place by silence; nobody else. */
export async function withdrawLapsed(enrollmentId: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { reference } = await lockStanding(tx, { id: enrollmentId });
    if (!(await openAnswer(tx, enrollmentId))?.lapsed) return; // answered in this very moment
    await takeStep(tx, { reference, to: "withdrawn", reason: "no_answer" }, { kind: "system" }, now);
  });
}

/**
 * Who acts for an enrollment: a minor's first guardian, otherwise the student; who comes of age overnight
 * acts from that morning on.
 */
async function senderOf(tx: Prisma.TransactionClient, studentId: string, today: Day): Promise<string> {
  const { birthDate, guardians } = await tx.person.findUniqueOrThrow({
    where: { id: studentId },
    select: { birthDate: true, guardians: { where: { position: 1 }, select: { guardianId: true } } },
  });
  const minor = birthDate !== null && ageOn(dayOf(birthDate), today) < 18;
  return (minor && guardians[0]?.guardianId) || studentId;
}
