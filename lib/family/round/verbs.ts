import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { canObject, saveClaims } from "@/lib/admission/claims/verbs";
import type { Round } from "@/lib/admission/round";
import { DecisionError, requiredTextSchema } from "@/lib/decisions/decision-error";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { requireEnrollment } from "@/lib/family/queries";
import { writeAuditEntry } from "@/lib/people/audit-log";
import { DomainError, parseActionInput } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { normaliseText } from "@/lib/platform/stored-values";
import { findOwnRound } from "./queries";

type NewObjection = { enrollmentId: string; personId: string; reference: string; words: string };

/**
 * Replaces a family's claims until the round's deadline (admission 2). Locks the enrollment, which a freeze waits for.
 * @throws DecisionError `not_their_own`; DomainError `claims_over`
 */
export async function claimAsFamily(
  personId: string,
  reference: string,
  codes: string[],
  now: Date,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id } = await requireEnrollment(tx, personId, reference, "sender", now);
    const claimed = await saveClaims(tx, await lockEnrollmentStatus(tx, { id }), codes);
    if (!claimed) throw new DomainError({ code: "claims_over" });
    await writeAuditEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "merits_claimed",
      object: { kind: "enrollment", id: reference },
    });
  });
}

/**
 * Saves a family's objection to the provisional list (admission 6).
 * @throws DecisionError `not_their_own`; DomainError `objections_over`, `already_objected`, or about the text
 */
export async function objectAsFamily(
  personId: string,
  reference: string,
  words: string,
  now: Date,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id } = await requireEnrollment(tx, personId, reference, "sender", now);
    const round = await findOwnRound(tx, await lockEnrollmentStatus(tx, { id }));
    if (!round) throw new DecisionError("day_is_over");
    await createObjection(tx, round, { enrollmentId: id, personId, reference, words: normaliseText(words) });
  });
}

/**
 * Creates a family's objection to the provisional list; the caller has checked that the enrollment is theirs.
 * @throws DomainError `objections_over`; `already_objected` while an earlier one is unanswered
 */
async function createObjection(
  tx: Prisma.TransactionClient,
  round: Pick<Round, "id" | "code" | "state" | "objectionsBy">,
  { enrollmentId, personId, reference, words }: NewObjection,
): Promise<void> {
  const { words: given } = parseActionInput(z.object({ words: requiredTextSchema }), { words });
  await tx.$queryRaw`select 1 from rounds where code = ${round.code} for share`; // blocks publishing meanwhile
  const now = await tx.round.findUnique({
    where: { id: round.id },
    select: { state: true, objectionsBy: true },
  });
  if (!now || !(await canObject(now))) throw new DomainError({ code: "objections_over" });
  const open = { roundId: round.id, enrollmentId, answeredAt: null };
  if ((await tx.objection.count({ where: open })) > 0) throw new DomainError({ code: "already_objected" });
  await tx.objection.create({
    data: { roundId: round.id, enrollmentId, personId, words: given },
    select: { id: true },
  });
  await writeAuditEntry(tx, {
    actor: { kind: "family", id: personId },
    action: "objected",
    object: { kind: "enrollment", id: reference },
  });
}
