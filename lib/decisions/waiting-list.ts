import { Prisma } from "@/generated/prisma/client";
import type { Place } from "@/lib/decisions/places/limits";
import { ON_LIST } from "@/lib/enrollment/state-sql";
import { recorded, writeEntry } from "@/lib/people/audit";
import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";
import { inWorld, worldOf } from "@/lib/platform/worlds";
import { DecisionRefusal, LONGEST_WORDS } from "./refusal";
import { lockStanding, type Standing, writeStanding } from "./standing";

export type Waiting = Place & {
  id: string;
  reference: string;
  name: string | null;
  surname: string | null;
  createdAt: Date;
  priority: number;
  version: number;
  /** From 1, on the list of the same place. */
  rank: number;
  /** How many wait there. */
  count: number;
};

/**
 * Who waits, each with the rank on the list of the same place: the priority decides, then the time of
 * sending. It is counted here and stored nowhere.
 */
const RANKED = Prisma.sql`
  select e.id, e.school_year_id, row_number() over (same order by e.priority desc, e.created_at, e.id)::int as rank,
    count(*) over same::int as count
  from enrollments e where e.decided_state in ${ON_LIST} and not e.test
  window same as (partition by e.school_year_id, e.assigned_speciality_id, e.assigned_syllabus_id)`;

/** So many of each list are shown beside the others; the rest stands in pages of its own. */
export const FIRST_WAITING = 10;

/** The first who wait for each place of a school year, in their order. */
export function waitingLists(schoolYearId: number): Promise<Waiting[]> {
  return prisma().$queryRaw<Waiting[]>`
    select e.id, e.reference, p.name, p.surname, e.created_at as "createdAt", e.priority, e.version,
      e.assigned_speciality_id as "specialityId", e.assigned_syllabus_id as "syllabusId", r.rank, r.count
    from (${RANKED}) r join enrollments e on e.id = r.id join people p on p.id = e.student_id
    where r.school_year_id = ${schoolYearId} and r.rank <= ${FIRST_WAITING}
    order by "specialityId" nulls last, "syllabusId" nulls first, rank`;
}

/** The ranks of those of some enrollments that wait, by their ids. */
export async function ranksOf(ids: string[]): Promise<Map<string, number>> {
  const rows = await prisma().$queryRaw<{ id: string; rank: number }[]>`
    select r.id::text, r.rank from (${RANKED}) r where r.id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, rank }) => [id, rank]));
}

/** The rank of one that waits, from 1. */
export async function rankOf(tx: Prisma.TransactionClient, standing: Standing): Promise<number> {
  const { id, schoolYearId, assignedSpecialityId, assignedSyllabusId, priority, createdAt } = standing;
  const rows = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from enrollments e
    where e.school_year_id = ${schoolYearId} and e.decided_state in ${ON_LIST} and ${inWorld(worldOf(standing))}
      and e.assigned_speciality_id is not distinct from ${assignedSpecialityId}::int
      and e.assigned_syllabus_id is not distinct from ${assignedSyllabusId}::int
      and (-e.priority, e.created_at, e.id) < (${-priority}, ${createdAt}, ${id}::uuid)`;
  return (rows[0]?.count ?? 0) + 1;
}

/** Moves somebody on their waiting list: a higher number comes sooner. The head's, with a reason. */
export async function setPriority(
  {
    reference,
    version,
    priority,
    why,
  }: { reference: string; version?: number; priority: number; why: string },
  actor: Actor,
): Promise<void> {
  demand(actor, "set_priority");
  if (!Number.isInteger(priority) || Math.abs(priority) > 1_000)
    throw new DecisionRefusal("priority_is_no_number");
  if (why.trim() === "") throw new DecisionRefusal("reason_missing");
  if (why.trim().length > LONGEST_WORDS) throw new DecisionRefusal("words_too_long");
  await prisma().$transaction(async (tx) => {
    const before = await lockStanding(tx, { reference, actor });
    if (version !== undefined && before.version !== version) throw new DecisionRefusal("changed_meanwhile");
    if (before.decidedState !== "waiting") throw new DecisionRefusal("not_waiting");
    await writeStanding(tx, before, { priority });
    await writeEntry(tx, {
      actor: recorded(actor),
      action: "priority_set",
      object: { kind: "enrollment", id: reference },
      values: { priority: [before.priority, priority], why: [null, why.trim()] },
    });
  });
}
