import type { EnrollmentState } from "@/generated/prisma/enums";
import { whereVisibleTo } from "@/lib/people/accounts/access";
import { prisma } from "@/lib/platform/prisma";

/** What the family may read of the record: each names nobody and carries no note. */
const VISIBLE_ACTIONS = [
  "place_kept",
  "choices_changed",
  "guardian_confirmed",
  "family_asked",
  "question_answered",
] as const;

export type FamilyEvent = { at: Date; by: "family" | "school" } & (
  | { what: "told"; state: EnrollmentState }
  | { what: "sent" | (typeof VISIBLE_ACTIONS)[number] }
);

/**
 * What happened to an enrollment as far as its family has been told, the newest first: who it was is the
 * family or the school as a whole.
 */
export async function readHistory(personId: string, reference: string): Promise<FamilyEvent[]> {
  const enrollment = await prisma().enrollment.findFirst({
    where: { reference, ...whereVisibleTo(personId) },
    select: {
      createdAt: true,
      decisions: { where: { status: "told" }, select: { toState: true, settledAt: true, actorKind: true } },
    },
  });
  if (!enrollment) return [];
  const entries = await prisma().auditEntry.findMany({
    where: { objectKind: "enrollment", objectId: reference, action: { in: [...VISIBLE_ACTIONS] } },
    select: { at: true, action: true, actorKind: true },
  });
  const events: FamilyEvent[] = [
    { at: enrollment.createdAt, by: "family", what: "sent" },
    ...enrollment.decisions.map(({ toState, settledAt, actorKind }) => ({
      at: settledAt ?? enrollment.createdAt,
      by: byOf(actorKind),
      what: "told" as const,
      state: toState,
    })),
    ...entries.map(({ at, action, actorKind }) => ({
      at,
      by: byOf(actorKind),
      what: action as (typeof VISIBLE_ACTIONS)[number],
    })),
  ];
  return events.sort((one, other) => other.at.getTime() - one.at.getTime());
}

const byOf = (actorKind: string): FamilyEvent["by"] => (actorKind === "family" ? "family" : "school");
