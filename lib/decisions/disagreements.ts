import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { writeEntry } from "@/lib/people/audit";
import { verb } from "@/lib/people/verb";
import { isUuid } from "@/lib/platform/uuid";
import { settings } from "@/lib/school/settings";
import { givenWords, LONGEST_WORDS } from "./refusal";
import { lockStanding } from "./standing";
import { voidUntold } from "./undo";

export type WordsIssue = "required" | "too_long";

/**
 * A guardian's words against an enrollment, in the caller's transaction. A place that was given and is not
 * told yet is void: the desk settles first.
 */
export async function recordDisagreement(
  tx: Prisma.TransactionClient,
  { reference, guardianId, words }: { reference: string; guardianId: string; words: string },
  now: Date,
): Promise<void> {
  const standing = await lockStanding(tx, { reference });
  const actor = { kind: "family", id: guardianId } as const;
  if (standing.untold?.toState === "accepted") await voidUntold(tx, standing, actor, now);
  await tx.disagreement.create({
    data: { enrollmentId: standing.id, guardianId, words, createdAt: now },
    select: { id: true },
  });
  const object = { kind: "enrollment", id: reference } as const;
  await writeEntry(tx, { actor, action: "disagreed", object, values: { words: [null, words] } });
}

/** What is wrong with words that are sent to the school, or with the record of how they were settled. */
export function wordsIssue(words: string): WordsIssue | undefined {
  if (words.trim() === "") return "required";
  return words.trim().length > LONGEST_WORDS ? "too_long" : undefined;
}

/** Records how a disagreement was settled: from then on somebody can be accepted again. */
export const settleDisagreement = verb(
  "disagreement_settled",
  "decide",
  z.object({ reference: z.string(), disagreement: z.string(), settlement: givenWords }),
  async ({ tx, now, audit }, { reference, disagreement: id, settlement }) => {
    if (!isUuid(id)) return;
    await lockStanding(tx, { reference });
    const { count } = await tx.disagreement.updateMany({
      where: { id, settledAt: null, enrollment: { reference } },
      data: { settledAt: now, settlement },
    });
    if (count === 1) await audit({ kind: "enrollment", id: reference }, { words: [null, settlement] });
  },
);

export type GuardiansRefusal = "disagreement_open" | "guardian_unanswered";

/**
 * What keeps the guardians from letting somebody be accepted: one disagrees, or the second one has not answered
 * where the school waits for that. By the ids of enrollments; none for whoever can be. Their rows are held by whoever
 * decides, so that no answer comes in between.
 */
export async function guardiansRefuse(
  tx: Prisma.TransactionClient,
  ids: string[],
): Promise<Map<string, GuardiansRefusal>> {
  const waitedFor = (await settings()).second_guardian === "required";
  const rows = await tx.$queryRaw<{ id: string; code: GuardiansRefusal }[]>`
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
