import { keepPlaceIn } from "@/lib/decisions/answers/keep-place";
import { openAnswer } from "@/lib/decisions/answers/open-answer";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { lockStanding } from "@/lib/decisions/standing";
import { prisma } from "@/lib/platform/prisma";
import { enrollmentOf } from "./own";

/**
 * An accepted family keeps its place: whoever acts for the enrollment at any time, and, while the school waits for an
 * answer, any other guardian whom it has told (admission 12).
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`
 */
export async function keepPlace(personId: string, reference: string, now: Date): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id, part } = await enrollmentOf(tx, personId, reference, now);
    const standing = await lockStanding(tx, { id });
    const mayKeep = part === "sender" || (part === "guardian" && (await openAnswer(tx, id)));
    if (!mayKeep) throw new DecisionRefusal("not_their_own");
    await keepPlaceIn(tx, standing, { kind: "family", id: personId }, now);
  });
}
