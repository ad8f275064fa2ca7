import { canObject } from "@/lib/admission/claims/queries";
import { saveClaims } from "@/lib/admission/claims/verbs";
import { DecisionError } from "@/lib/decisions/decision-error";
import { lockEnrollmentStatus } from "@/lib/decisions/status";
import { requireEnrollment } from "@/lib/family/queries";
import { parseFamilyText } from "@/lib/family/verbs";
import { writeFamilyEntry } from "@/lib/people/audit-log";
import { DomainError } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { findOwnRound } from "./queries";

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
    await writeFamilyEntry(tx, personId, "merits_claimed", reference);
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
    const text = parseFamilyText(words);
    await tx.$queryRaw`select 1 from rounds where code = ${round.code} for share`; // blocks publishing meanwhile
    const current = await tx.round.findUnique({
      where: { id: round.id },
      select: { state: true, objectionsBy: true },
    });
    if (!current || !(await canObject(current))) throw new DomainError({ code: "objections_over" });
    const open = { roundId: round.id, enrollmentId: id, answeredAt: null };
    if ((await tx.objection.count({ where: open })) > 0) throw new DomainError({ code: "already_objected" });
    await tx.objection.create({
      data: { roundId: round.id, enrollmentId: id, personId, words: text },
      select: { id: true },
    });
    await writeFamilyEntry(tx, personId, "objected", reference);
  });
}
