import type { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { isListClosed } from "@/lib/admission/round";
import { getCatalogueSnapshot } from "@/lib/catalogue/snapshot";
import { findRecipients } from "@/lib/decisions/messages";
import { DecisionError } from "@/lib/decisions/refusal";
import { lockEnrollmentStatus, writeEnrollmentStatus } from "@/lib/decisions/standing";
import { voidUnnotified } from "@/lib/decisions/undo";
import { type Choices, changeChoices as writeChoices } from "@/lib/enrollment/change-choices";
import { getEnrollmentWindow } from "@/lib/enrollment/windows";
import { enqueueMessage } from "@/lib/mail/queue";
import { writeAuditEntry } from "@/lib/people/audit";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getToday } from "@/lib/platform/sandbox";
import { getSettings } from "@/lib/school/settings";
import { requireEnrollment } from "./own";

/** What keeps a family from changing what it chose: a decision that was told, the year's last day, a closed list. */
export type ChoicesBlocker = "not_allowed" | "day_is_over" | "list_closed";

/**
 * Why choices cannot be changed any more; undefined while they can. Whoever changes them asks in the transaction that
 * holds the enrollment, for which a freeze waits (admission 3).
 */
export async function findChoicesBlocker(
  { state, schoolYearId }: { state: EnrollmentState; schoolYearId: number },
  today: Day,
  db: Prisma.TransactionClient = prisma(),
): Promise<ChoicesBlocker | undefined> {
  if (state !== "pending") return "not_allowed";
  if (await isListClosed(schoolYearId, db)) return "list_closed";
  const year = (await getCatalogueSnapshot()).schoolYears.find(({ id }) => id === schoolYearId);
  return year && getEnrollmentWindow(year, today) === "open" ? undefined : "day_is_over";
}

/**
 * Changes what is wished for. A decision that the family has not heard of was about other wishes: it is
 * void, and the desk decides again. The other guardian is told.
 * @throws DecisionRefusal `not_their_own`, `not_allowed`, `day_is_over`, `list_closed`
 */
export async function changeOwnChoices(
  personId: string,
  reference: string,
  choices: Choices,
  now: Date,
): Promise<void> {
  const { time_zone } = await getSettings();
  await prisma().$transaction(async (tx) => {
    const { id } = await requireEnrollment(tx, personId, reference, "sender", now);
    const before = await lockEnrollmentStatus(tx, { id });
    const closed = await findChoicesBlocker(before, getToday(time_zone, now), tx);
    if (closed) throw new DecisionError(closed, { from: before.state, to: "pending" });
    const changed = await writeChoices(tx, before, choices);
    if (!changed) return;

    const actor = { kind: "family", id: personId } as const;
    const standing = await voidUnnotified(tx, before, actor, now);
    await writeEnrollmentStatus(tx, standing, {});
    await writeAuditEntry(tx, {
      actor,
      action: "choices_changed",
      object: { kind: "enrollment", id: reference },
      values: { choices: changed },
    });
    for (const reader of await findRecipients(tx, standing.studentId, now)) {
      if (reader.id === personId) continue;
      await enqueueMessage(tx, {
        kind: "changed",
        personId: reader.id,
        locale: reader.locale,
        enrollmentId: id,
        tells: { reader: reader.reader },
      });
    }
  });
}
