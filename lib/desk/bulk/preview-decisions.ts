import { Prisma } from "@/generated/prisma/client";
import type { EnrollmentState } from "@/generated/prisma/enums";
import { DecisionError } from "@/lib/decisions/decision-error";
import { filterPossibleDuplicates } from "@/lib/decisions/duplicates";
import { combinePlaces, createPairCheck, getAssignedPlace, isKnownPlace } from "@/lib/decisions/place";
import { findGuardianBlockers, readYearPlaces } from "@/lib/decisions/queries";
import { listOfferedReasons, type OfferedReason } from "@/lib/decisions/reasons";
import type { EnrollmentStatus } from "@/lib/decisions/status";
import { transitions } from "@/lib/decisions/transitions";
import { type DecisionContext, validateDecision } from "@/lib/decisions/validate-decision";
import { isAlreadyNotified } from "@/lib/decisions/writes";
import { createFreePlaceLookup, listBlockers, takePlace, type YearPlaces } from "@/lib/decisions/year-places";
import type { BulkAction } from "@/lib/desk/bulk/queries";
import { type BulkDecisionKind, type BulkInput, resolvePlace, skipsDuplicates } from "@/lib/desk/bulk/schema";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { getPool, prisma } from "@/lib/platform/database/prisma";

export type PreviewedDecision = Awaited<ReturnType<typeof validateDecision>> & { enrollment: Row };

const BATCH_SIZE = 2_500;

/** A row's result: the decision and whether it notifies anybody, or the code of its blocker. */
type RowResult = { position: number } & (DecidedRow | { code: string });
type DecidedRow = { decision: PreviewedDecision; isSilent: boolean };

type PreviewContext = {
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
export async function previewDecisions(
  actor: Actor,
  { id, input }: Pick<BulkAction, "id" | "input">,
  to: BulkDecisionKind,
): Promise<RowResult[]> {
  requirePermission(actor, "work_in_bulk");
  const context: PreviewContext = { actor, to, input, reasons: await listOfferedReasons(), years: new Map() };
  const results: RowResult[] = [];
  const included = new Set(input.included);
  for await (const { rows, guardianBlockers, duplicates } of readBatches(id, to))
    for (const row of rows) {
      const isDuplicate = duplicates.has(row.id) && !included.has(row.reference);
      const result = isDuplicate
        ? { code: "possible_duplicate" }
        : await previewRow(context, row, guardianBlockers, !included.has(row.reference));
      results.push({ position: row.position, ...result });
    }
  return results;
}

async function* readBatches(bulkId: string, to: BulkDecisionKind) {
  const readBatch = async (after: number) => {
    const rows = await listRowsAfter(bulkId, to, after);
    const ids = rows.map(({ id }) => id);
    const [guardianBlockers, duplicates] = await Promise.all([
      findGuardianBlockers(prisma(), ids),
      skipsDuplicates(to) ? filterPossibleDuplicates(prisma(), ids) : new Set<string>(),
    ]);
    return { rows, guardianBlockers, duplicates, last: rows.at(-1) };
  };
  for (let next = readBatch(0); ; ) {
    const batch = await next;
    if (!batch.last) return;
    next = readBatch(batch.last.position);
    next.catch(() => {}); // the caller awaits it later and sees the error
    yield batch;
  }
}

type Row = Omit<EnrollmentStatus, "student" | "unnotified"> & {
  position: number;
  chosen: number;
  hasUnnotified: boolean;
  specialities: number[];
  syllabi: number[];
};

/** One statement: Prisma's objects need six, and convert each value. */
async function listRowsAfter(bulkId: string, to: BulkDecisionKind, after: number): Promise<Row[]> {
  const { text, values } = Prisma.sql`
    select b.position, b.version as chosen, e.version, e.id::text, e.reference, e.state::text, e.turn,
      e.decided_state::text as "decidedState", e.school_year_id as "schoolYearId", e.student_id::text as "studentId",
      e.assigned_speciality_id as "assignedSpecialityId", e.assigned_syllabus_id as "assignedSyllabusId",
      e.created_at as "createdAt", e.gave_up_at as "gaveUpAt",
      exists (select from decisions d where d.enrollment_id = e.id and d.status = 'untold') as "hasUnnotified",
      array(select c.speciality_id from speciality_choices c where c.enrollment_id = e.id order by c.option) as specialities,
      array(select c.syllabus_id from syllabus_choices c where c.enrollment_id = e.id order by c.option) as syllabi
    from bulk_rows b join enrollments e on e.id = b.enrollment_id
    where b.bulk_id = ${bulkId}::uuid and b.position > ${after}
      and e.decided_state::text = any(${listStatesBefore(to)})
    order by b.position limit ${BATCH_SIZE}`;
  return (await getPool().query<Row>({ text, values })).rows;
}

async function previewRow(
  context: PreviewContext,
  row: Row,
  guardianBlockers: Awaited<ReturnType<typeof findGuardianBlockers>>,
  onlyTaught: boolean,
): Promise<DecidedRow | { code: string }> {
  const { to, input, actor, reasons } = context;
  const choices = combinePlaces(row.specialities, row.syllabi);
  const year = await getYearPlaces(context, row);
  const decisionContext: DecisionContext = {
    version: row.version,
    decidedState: row.decidedState,
    isUnnotified: row.hasUnnotified,
    assigned: getAssignedPlace(row),
    findGuardianBlocker: async () => guardianBlockers.get(row.id),
    isKnownPlace: (place) => isKnownPlace(row, place),
    listChoices: async () => choices,
    getPairCheck: () => createPairCheck(row.schoolYearId),
    getBlockers: async () => {
      const getFreePlace = createFreePlaceLookup(year, row);
      return (place) => listBlockers(getFreePlace(place));
    },
    listReasons: async () => reasons,
  };
  try {
    const named = await resolvePlace(to, input, decisionContext);
    const requested = { ...input, ...named, onlyTaught, to, version: row.chosen };
    const validated = await validateDecision(decisionContext, requested, actor);
    if (to === "accepted") takePlace(year, row, validated.place);
    const isSilent = await isAlreadyNotified(prisma(), row, to, validated.place);
    return { decision: { enrollment: row, ...validated }, isSilent };
  } catch (error) {
    if (error instanceof DecisionError) return { code: error.code };
    throw error;
  }
}

async function getYearPlaces({ years }: PreviewContext, { schoolYearId }: Row): Promise<YearPlaces> {
  const year = years.get(schoolYearId) ?? (await readYearPlaces(prisma(), schoolYearId));
  years.set(schoolYearId, year);
  return year;
}

/** The states from which a transition leads to `to`. */
const listStatesBefore = (to: EnrollmentState): EnrollmentState[] =>
  transitions.flatMap((transition) => (transition.to === to ? transition.from : []));
