import { claimMerits } from "@/lib/admission/merits";
import { object } from "@/lib/admission/objections";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { lockStanding } from "@/lib/decisions/standing";
import { writeEntry } from "@/lib/people/audit";
import { Refused } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/prisma";
import { tidy } from "./disagree";
import { ownEnrollment } from "./own";
import { roundOf } from "./round";

/**
 * What a family claims for an enrollment until the round's day (admission 2): those that are not named are claimed no
 * longer. A freeze waits for the enrollment's row.
 * @throws DecisionRefusal `not_their_own`; Refused `claims_over`
 */
export async function claimAsFamily(
  personId: string,
  reference: string,
  codes: string[],
  now: Date,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id } = await ownEnrollment(tx, personId, reference, "sender", now);
    const claimed = await claimMerits(tx, await lockStanding(tx, { id }), codes);
    if (!claimed) throw new Refused({ code: "claims_over" });
    await writeEntry(tx, {
      actor: { kind: "family", id: personId },
      action: "merits_claimed",
      object: { kind: "enrollment", id: reference },
    });
  });
}

/**
 * A family's words against the provisional list (admission 6).
 * @throws DecisionRefusal `not_their_own`; Refused `objections_over`, `already_objected`, of the words
 */
export async function objectAsFamily(
  personId: string,
  reference: string,
  words: string,
  now: Date,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { id } = await ownEnrollment(tx, personId, reference, "sender", now);
    const round = await roundOf(tx, await lockStanding(tx, { id }));
    if (!round) throw new DecisionRefusal("day_is_over");
    await object(tx, round, { enrollmentId: id, personId, reference, words: tidy(words) });
  });
}
