import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { writeAuditEntry } from "@/lib/people/audit";
import { defineAction } from "@/lib/people/verb";
import { isUuid } from "@/lib/platform/uuid";
import { getSettings } from "@/lib/school/settings";
import { requiredTextSchema, MAX_TEXT_LENGTH } from "./refusal";
import { lockEnrollmentStatus } from "./standing";
import { voidUnnotified } from "./undo";

export type TextIssue = "required" | "too_long";

/**
 * A guardian's words against an enrollment, in the caller's transaction. A place that was given and is not
 * told yet is void: the desk settles first.
 */
export async function recordDisagreement(
  tx: Prisma.TransactionClient,
  { reference, guardianId, words }: { reference: string; guardianId: string; words: string },
  now: Date,
): Promise<void> {
  const standing = await lockEnrollmentStatus(tx, { reference });
  const actor = { kind: "family", id: guardianId } as const;
  if (standing.untold?.toState === "accepted") await voidUnnotified(tx, standing, actor, now);
  await tx.disagreement.create({
    data: { enrollmentId: standing.id, guardianId, words, createdAt: now },
    select: { id: true },
  });
  const object = { kind: "enrollment", id: reference } as const;
  await writeAuditEntry(tx, { actor, action: "disagreed", object, values: { words: [null, words] } });
}

/** What is wrong with words that are sent to the school, or with the record of how they were settled. */
export function findTextIssue(words: string): TextIssue | undefined {
  if (words.trim() === "") return "required";
  return words.trim().length > MAX_TEXT_LENGTH ? "too_long" : undefined;
}

/** Records how a disagreement was settled: from then on somebody can be accepted again. */
export const settleDisagreement = defineAction(
  "disagreement_settled",
  "decide",
  z.object({ reference: z.string(), disagreement: z.string(), settlement: requiredTextSchema }),
  async ({ tx, now, audit }, { reference, disagreement: id, settlement }) => {
    if (!isUuid(id)) return;
    await lockEnrollmentStatus(tx, { reference });
    const { count } = await tx.disagreement.updateMany({
      where: { id, settledAt: null, enrollment: { reference } },
      data: { settledAt: now, settlement },
    });
    if (count === 1) await audit({ kind: "enrollment", id: reference }, { words: [null, settlement] });
  },
);

export type GuardianBlocker = "disagreement_open" | "guardian_unanswered";

/**
 * What keeps the guardians from letting somebody be accepted: one disagrees, or the second one has not answered
 * where the school waits for that. By the ids of enrollments; none for whoever can be. Their rows are held by whoever
 * decides, so that no answer comes in between.
 */
export async function findGuardianBlockers(
  tx: Prisma.TransactionClient,
  ids: string[],
): Promise<Map<string, GuardianBlocker>> {
  const waitedFor = (await getSettings()).second_guardian === "required";
  const rows = await tx.$queryRaw<{ id: string; code: GuardianBlocker }[]>`
    select e.id, case when disagrees then 'disagreement_open' else 'guardian_unanswered' end as code
    from enrollments e cross join lateral (
      select exists (
        select from disagreements d where d.enrollment_id = e.id and d.settled_at is null
      ) as disagrees, ${waitedFor} and exists (
        select from guardianships g
        where g.student_id = e.student_id and g.position > 1
          and g.confirmed_at is null and g.denied_at is null and not g.kept_apart
          and not exists (select from disagreements o where o.enrollment_id = e.id and o.guardian_id = g.guardian_id)
      ) as unanswered
    ) guardians
    where e.id = any(${ids}::uuid[]) and (disagrees or unanswered)`;
  return new Map(rows.map(({ id, code }) => [id, code]));
}
