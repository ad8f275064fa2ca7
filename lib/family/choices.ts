import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { listIsClosed } from "@/lib/admission/round";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import { readersOf } from "@/lib/decisions/messages";
import { DecisionRefusal } from "@/lib/decisions/refusal";
import { lockStanding, writeStanding } from "@/lib/decisions/standing";
import { voidUntold } from "@/lib/decisions/undo";
import { type Choices, changeChoices as writeChoices } from "@/lib/enrollment/change-choices";
import { windowOf } from "@/lib/enrollment/windows";
import { queueMessage } from "@/lib/mail/queue";
import { writeEntry } from "@/lib/people/audit";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { todayIn } from "@/lib/platform/sandbox";
import { settings } from "@/lib/school/settings";
import { ownEnrollment } from "./own";

/** What keeps a family from changing what it chose: a decision that was told, the year's last day, a closed list. */
export type ChoicesClosed = "not_allowed" | "day_is_over" | "list_closed";

/**
 * Why choices cannot be changed any more; undefined while they can. Whoever changes them asks in the transaction that
 * holds the enrollment, for which a freeze waits (admission 3).
 */
export async function choicesClosed(
  { state, schoolYearId }: { state: EnrollmentState; schoolYearId: number },
  today: Day,
  db: Prisma.TransactionClient = prisma(),
): Promise<ChoicesClosed | undefined> {
  if (state !== "pending") return "not_allowed";
  if (await listIsClosed(schoolYearId, db)) return "list_closed";
  const year = (await catalogueSnapshot()).schoolYears.find(({ id }) => id === schoolYearId);
  return year && windowOf(year, today) === "open" ? undefined : "day_is_over";
}

/**
 * Changes what is wished for. A decision that the family has not heard of was about other wishes: it is
 * void, and the desk decides again. The other guardian is told.
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`, `list_closed`
 */
export async function changeChoices(
  personId: string,
  reference: string,
  choices: Choices,
  now: Date,
): Promise<void> {
  const { time_zone } = await settings();
  await prisma().$transaction(async (tx) => {
    const { id } = await ownEnrollment(tx, personId, reference, "sender", now);
    const before = await lockStanding(tx, { id });
    const closed = await choicesClosed(before, todayIn(time_zone, now), tx);
    if (closed) throw new DecisionRefusal(closed, { from: before.state, to: "pending" });
    const changed = await writeChoices(tx, before, choices);
    if (!changed) return;

    const actor = { kind: "family", id: personId } as const;
    const standing = await voidUntold(tx, before, actor, now);
    await writeStanding(tx, standing, {});
    await writeEntry(tx, {
      actor,
      action: "choices_changed",
      object: { kind: "enrollment", id: reference },
      values: { choices: changed },
    });
    for (const reader of await readersOf(tx, standing.studentId, now)) {
      if (reader.id === personId) continue;
      await queueMessage(tx, {
        kind: "changed",
        personId: reader.id,
        locale: reader.locale,
        enrollmentId: id,
        tells: { reader: reader.reader },
      });
    }
  });
}
