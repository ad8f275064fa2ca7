import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { DecisionError } from "@/lib/decisions/decision-error";
import { possibleDuplicates } from "@/lib/decisions/duplicates";
import { combinePlaces, createPairCheck, getAssignedPlace, isKnownPlace } from "@/lib/decisions/place";
import { readYearPlaces } from "@/lib/decisions/queries";
import { listOfferedReasons, type OfferedReason } from "@/lib/decisions/reasons";
import type { EnrollmentStatus } from "@/lib/decisions/status";
import { transitions } from "@/lib/decisions/transitions";
import {
  type DecisionContext,
  type ValidatedDecision,
  validateDecision,
} from "@/lib/decisions/validate-decision";
import { findGuardianBlockers, type GuardianBlocker } from "@/lib/decisions/verbs";
import { isAlreadyNotified } from "@/lib/decisions/writes";
import { createFreePlaceLookup, listBlockers, takePlace, type YearPlaces } from "@/lib/decisions/year-places";
import type { BulkAction } from "@/lib/desk/bulk/queries";
import { type BulkDecisionKind, type BulkInput, resolvePlace, skipsDuplicates } from "@/lib/desk/bulk/schema";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";

export type TriedDecision = ValidatedDecision & { standing: Row };

const AT_ONCE = 2_500;

/** A row's result: the decision and whether it notifies anybody, or the code of its blocker. */
type Tried = { position: number } & (Done | { code: string });
type Done = { checked: TriedDecision; silent: boolean };

type Trial = {
  actor: Actor;
  to: BulkDecisionKind;
  input: BulkInput;
  reasons: OfferedReason[];
  /** Free places by year, updated with each assigned place. */
  years: Map<number, YearPlaces>;
};

/**
 * Previews a decision on the rows in order, with the real validation: each row sees the places taken by those before.
 * Writes and locks nothing.
 */
export async function tryDecisions(
  actor: Actor,
  { id, input }: Pick<BulkAction, "id" | "input">,
  to: BulkDecisionKind,
): Promise<Tried[]> {
  requirePermission(actor, "work_in_bulk");
  const trial: Trial = { actor, to, input, reasons: await listOfferedReasons(), years: new Map() };
  const tried: Tried[] = [];
  const included = new Set(input.included);
  for await (const { rows, refusing, duplicates } of batches(id, to))
    for (const row of rows) {
      const leaveOut = duplicates.has(row.id) && !included.has(row.reference);
      const result = leaveOut
        ? { code: "possible_duplicate" }
        : await tryRow(trial, row, refusing, !included.has(row.reference));
      tried.push({ position: row.position, ...result });
    }
  return tried;
}

async function* batches(bulkId: string, to: BulkDecisionKind) {
  const read = async (after: number) => {
    const rows = await rowsAfter(bulkId, to, after);
    const ids = rows.map(({ id }) => id);
    const [refusing, duplicates] = await Promise.all([
      findGuardianBlockers(prisma(), ids),
      skipsDuplicates(to) ? possibleDuplicates(prisma(), ids) : new Set<string>(),
    ]);
    return { rows, refusing, duplicates, last: rows.at(-1) };
  };
  for (let next = read(0); ; ) {
    const batch = await next;
    if (!batch.last) return;
    next = read(batch.last.position);
    next.catch(() => {}); // it is told when it is asked for
    yield batch;
  }
}

type Row = Omit<EnrollmentStatus, "student" | "untold"> & {
  position: number;
  chosen: number;
  hasUntold: boolean;
  specialities: number[];
  syllabi: number[];
};

/** One statement: Prisma's objects need six, and convert each value. */
async function rowsAfter(bulkId: string, to: BulkDecisionKind, after: number): Promise<Row[]> {
  const { text, values } = Prisma.sql`
    select b.position, b.version as chosen, e.version, e.id::text, e.reference, e.state::text, e.turn,
      e.decided_state::text as "decidedState", e.school_year_id as "schoolYearId", e.student_id::text as "studentId",
      e.assigned_speciality_id as "assignedSpecialityId", e.assigned_syllabus_id as "assignedSyllabusId",
      e.created_at as "createdAt", e.gave_up_at as "gaveUpAt",
      exists (select from decisions d where d.enrollment_id = e.id and d.status = 'untold') as "hasUntold",
      array(select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option) as specialities,
      array(select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option) as syllabi
    from bulk_rows b join enrollments e on e.id = b.enrollment_id
    where b.bulk_id = ${bulkId}::uuid and b.position > ${after}
      and e.decided_state::text = any(${listStatesBefore(to)})
    order by b.position limit ${AT_ONCE}`;
  return (await getPool().query<Row>({ text, values })).rows;
}

async function tryRow(
  trial: Trial,
  row: Row,
  refusing: Map<string, GuardianBlocker>,
  onlyTaught: boolean,
): Promise<Done | { code: string }> {
  const { to, input, actor, reasons } = trial;
  const wishes = combinePlaces(row.specialities, row.syllabi);
  const year = await placesOfYear(trial, row);
  const it: DecisionContext = {
    version: row.version,
    decidedState: row.decidedState,
    hasUntold: row.hasUntold,
    assigned: getAssignedPlace(row),
    guardiansRefuse: async () => refusing.get(row.id),
    isKnown: (place) => isKnownPlace(row, place),
    wishes: async () => wishes,
    taught: () => createPairCheck(row.schoolYearId),
    obstacles: async () => {
      const left = createFreePlaceLookup(year, row);
      return (place) => listBlockers(left(place));
    },
    reasons: async () => reasons,
  };
  try {
    const named = await resolvePlace(to, input, it);
    const wanted = { ...input, ...named, onlyTaught, to, version: row.chosen };
    const judged = await validateDecision(it, wanted, actor);
    if (to === "accepted") takePlace(year, row, judged.place);
    const silent = await isAlreadyNotified(prisma(), row, to, judged.place);
    return { checked: { standing: row, ...judged }, silent };
  } catch (error) {
    if (error instanceof DecisionError) return { code: error.code };
    throw error;
  }
}

async function placesOfYear({ years }: Trial, { schoolYearId }: Row): Promise<YearPlaces> {
  const year = years.get(schoolYearId) ?? (await readYearPlaces(prisma(), schoolYearId));
  years.set(schoolYearId, year);
  return year;
}

/** The states from which a transition leads to `to`. */
const listStatesBefore = (to: EnrollmentState): EnrollmentState[] =>
  transitions.flatMap((transition) => (transition.to === to ? transition.from : []));
