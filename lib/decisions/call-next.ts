import { z } from "zod";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { defineLooseAction } from "@/lib/people/verb";
import { columnId, columnInteger } from "@/lib/platform/columns";
import { prisma } from "@/lib/platform/prisma";
import { decideAndNotify } from "./decide";
import { findGuardianBlockers } from "./disagreements";
import { findNextCalls } from "./next-calls";
import type { Place } from "./places/limits";
import { readYearPlaces } from "./read-year";
import { type DecisionErrorCode, toDecisionError } from "./refusal";
import { requireYear } from "./require-year";
import type { YearPlaces } from "./year-places";

/** Whom the desk proposes to call, and for what. */
export type ProposedCall = Place & { reference: string; version: number; student: string };

/** Who is next for what is free in a school year, read now (admission 13). */
export async function readProposedCalls(actor: Actor, schoolYearId: number): Promise<ProposedCall[]> {
  requirePermission(actor, "read");
  return listProposedCalls(await readYearPlaces(prisma(), schoolYearId));
}

/** The same where the year has been read; what is given in it stands given afterwards. */
export async function listProposedCalls(year: YearPlaces): Promise<ProposedCall[]> {
  const ids = year.lines.flatMap(({ waiting }) => waiting.map(({ id }) => id));
  const held = await findGuardianBlockers(prisma(), ids);
  const calls = findNextCalls(year, (id) => held.has(id));
  const rows = await prisma().enrollment.findMany({
    where: { id: { in: calls.map(({ id }) => id) } },
    select: { id: true, reference: true, version: true, student: { select: { name: true, surname: true } } },
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return calls.flatMap(({ id, place }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { student, reference, version } = row;
    return [
      { ...place, reference, version, student: [student.surname, student.name].filter(Boolean).join(", ") },
    ];
  });
}

const call = z.object({
  reference: z.string(),
  version: columnInteger,
  specialityId: columnId.nullable(),
  syllabusId: columnId.nullable(),
});

/** What calling came to: whom it reached, and the code of what stood in another one's way. */
export type CallResult = { called: string[]; refused: { reference: string; code: DecisionErrorCode }[] };

/**
 * Calls those who were proposed, each as an acceptance of its own, in the order in which they are named: what has
 * changed since somebody looked is refused for that one alone.
 * @throws StaffRefusal
 */
export const callNext = defineLooseAction(
  "next_called",
  "decide",
  z.object({ year: columnId, calls: z.array(call).max(500) }),
  async ({ actor, now, inTransaction }, { year, calls }): Promise<CallResult> => {
    await inTransaction(({ tx }) => requireYear(tx, year));
    const outcome: CallResult = { called: [], refused: [] };
    for (const { reference, version, specialityId, syllabusId } of calls) {
      try {
        const place = { specialityId: specialityId ?? undefined, syllabusId: syllabusId ?? undefined };
        await decideAndNotify({ reference, version, to: "accepted", ...place }, actor, now);
        outcome.called.push(reference);
      } catch (error) {
        const refusal = toDecisionError(error);
        if (!refusal) throw error;
        outcome.refused.push({ reference, code: refusal.code });
      }
    }
    const values = { decisions: [null, outcome.called.length] as [null, number] };
    await inTransaction(({ audit }) => audit({ kind: "school_year", id: year }, values));
    return outcome;
  },
);
