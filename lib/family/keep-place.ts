import { confirmPlace } from "@/lib/decisions/answers/keep-place";
import { findOpenConfirmation } from "@/lib/decisions/answers/open-answer";
import { DecisionError } from "@/lib/decisions/refusal";
import { lockEnrollmentStatus } from "@/lib/decisions/standing";
import { prisma } from "@/lib/platform/prisma";
import { findEnrollmentWithRole } from "./own";

/**
 * An accepted family keeps its place: whoever acts for the enrollment at any time, and, while the school waits for an
 * answer, any other guardian whom it has told (admission 12).
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export async function confirmOwnPlace(personId: string, reference: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id, part } = await findEnrollmentWithRole(tx, personId, reference, now);
    const standing = await lockEnrollmentStatus(tx, { id });
    const mayKeep = part === "sender" || (part === "guardian" && (await findOpenConfirmation(tx, id)));
    if (!mayKeep) throw new DecisionError("not_their_own");
    await confirmPlace(tx, standing, { kind: "family", id: personId }, now);
  });
}
