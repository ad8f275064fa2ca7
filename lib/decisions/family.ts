import type { Prisma } from "@/generated/prisma/client";
import { getAge, type Day, toDay } from "@/lib/platform/dates";
import { AppError } from "@/lib/platform/errors";
import { prisma } from "@/lib/platform/prisma";
import { findOpenConfirmation } from "./answers/open-answer";
import { type FamilyTransition, applyFamilyTransition } from "./family-step";
import { getFamilyOptions } from "./family-ways";
import { DecisionError } from "./refusal";
import { lockEnrollmentStatus, readEnrollmentStatus } from "./standing";

/**
 * The family's own step, withdrawing or taking that back within a day: it goes from what they have been
 * told, makes a decision that they have not heard of void, and is told at once.
 *
 * @param personId the student, or a minor's first guardian
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export function decideAsFamily(step: FamilyTransition, personId: string, now: Date): Promise<void> {
  const actor = { kind: "family", id: personId } as const;
  return prisma().$transaction((tx) =>
    applyFamilyTransition(tx, step, actor, now, async ({ studentId }, today) => {
      if ((await findApplicantId(tx, studentId, today)) !== personId) throw new DecisionError("not_their_own");
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
  applyFamilyTransition(tx, { reference, to: "withdrawn", reason: "not_me" }, { kind: "family", id: personId }, now);

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
    await applyFamilyTransition(tx, { reference, to: "withdrawn" }, { kind: "api_key" }, now);
  } catch (error) {
    if (!(error instanceof DecisionError)) throw error;
    const { state } = await readEnrollmentStatus(prisma(), { reference });
    const { withdraw } = await getFamilyOptions(reference, now);
    const allowed = withdraw ? ["withdrawn"] : [];
    throw new AppError("transition_not_allowed", [], [], { state, allowed, refusal: error.code });
  }
}

/** Withdraws, in a transaction of its own, whoever has lost the place by silence; nobody else. */
export async function withdrawIfExpired(enrollmentId: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { reference } = await lockEnrollmentStatus(tx, { id: enrollmentId });
    if (!(await findOpenConfirmation(tx, enrollmentId))?.lapsed) return; // answered in this very moment
    await applyFamilyTransition(tx, { reference, to: "withdrawn", reason: "no_answer" }, { kind: "system" }, now);
  });
}

/**
 * Who acts for an enrollment: a minor's first guardian, otherwise the student; who comes of age overnight
 * acts from that morning on.
 */
async function findApplicantId(tx: Prisma.TransactionClient, studentId: string, today: Day): Promise<string> {
  const { birthDate, guardians } = await tx.person.findUniqueOrThrow({
    where: { id: studentId },
    select: { birthDate: true, guardians: { where: { position: 1 }, select: { guardianId: true } } },
  });
  const minor = birthDate !== null && getAge(toDay(birthDate), today) < 18;
  return (minor && guardians[0]?.guardianId) || studentId;
}
