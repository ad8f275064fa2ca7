import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import { type DecisionErrorCode, toDecisionError } from "@/lib/decisions/decision-error";
import { findRecipientsByStudent } from "@/lib/decisions/notifications/mail";
import { type Place, requireYear } from "@/lib/decisions/place";
import { findGuardianBlockers, readYearPlaces } from "@/lib/decisions/queries";
import { decideAndNotify } from "@/lib/decisions/verbs";
import { findNextCalls, type YearPlaces } from "@/lib/decisions/year-places";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { DomainError, looseVerb, type VerbContext, verb } from "@/lib/people/verb";
import { prisma } from "@/lib/platform/database/prisma";
import { columnId, columnInteger } from "@/lib/platform/schema";

type LimitProblem = "limit_is_no_number" | "place_unknown" | "changed_meanwhile";

/** A limit cannot be set; `current` is the value that another user has set meanwhile. */
export class LimitError extends DomainError {
  constructor(
    readonly code: LimitProblem,
    readonly place?: Place,
    readonly current: number | null = null,
  ) {
    super({ code });
    this.name = "LimitError";
  }
}

const nullableId = columnId.nullable();
const nullableNumber = z.number().nullable();

const limit = z.object({
  specialityId: nullableId,
  syllabusId: nullableId,
  places: nullableNumber,
  /** The value that the page displayed; another current value is a conflict. */
  was: nullableNumber.optional(),
});

type NewLimit = z.output<typeof limit>;

/**
 * Sets the limits of specialities, syllabi or pairs of a year in one transaction; null deletes a limit. Existing
 * places stay, also above a new limit. Unchanged values are not written, because another user may have changed them.
 * @throws LimitError `changed_meanwhile`
 */
export const setLimits = verb(
  "places_set",
  "set_places",
  z.object({ schoolYearId: z.number().or(z.nan()), limits: z.array(limit) }),
  async (context, { schoolYearId, limits }) => {
    await lockYear(context.tx, schoolYearId);
    for (const limit of limits) if (limit.places !== limit.was) await setLimit(context, schoolYearId, limit);
  },
);

/** `bounces`: somebody's message about it would not arrive. */
type ProposedCall = Place & { reference: string; version: number; student: string; bounces: boolean };

export async function readProposedCalls(actor: Actor, schoolYearId: number): Promise<ProposedCall[]> {
  requirePermission(actor, "read");
  return listProposedCalls(await readYearPlaces(prisma(), schoolYearId));
}

/** Like `readProposedCalls` for places read already; takes the proposed places in `year`. */
export async function listProposedCalls(year: YearPlaces): Promise<ProposedCall[]> {
  const ids = year.groups.flatMap(({ waiting }) => waiting.map(({ id }) => id));
  const blocked = await findGuardianBlockers(prisma(), ids);
  const calls = findNextCalls(year, (id) => blocked.has(id));
  const rows = await prisma().enrollment.findMany({
    where: { id: { in: calls.map(({ id }) => id) } },
    select: {
      id: true,
      reference: true,
      version: true,
      studentId: true,
      student: { select: { name: true, surname: true } },
    },
  });
  const recipients = await findRecipientsByStudent(rows.map(({ studentId }) => studentId));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return calls.flatMap(({ id, place }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { student, studentId, reference, version } = row;
    const name = [student.surname, student.name].filter(Boolean).join(", ");
    const bounces = recipients.get(studentId)?.some((recipient) => recipient.bounces) ?? false;
    return [{ ...place, reference, version, student: name, bounces }];
  });
}

const call = z.object({
  reference: z.string(),
  version: columnInteger,
  specialityId: columnId.nullable(),
  syllabusId: columnId.nullable(),
});

type CallResult = { called: string[]; refused: { reference: string; code: DecisionErrorCode }[] };

/**
 * Accepts the proposed enrollments one by one, in the given order; a conflict refuses only its own enrollment.
 * @throws PermissionError
 */
export const callNext = looseVerb(
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

/** Serialises changes of a year's limits; new enrollments are not blocked. */
async function lockYear(tx: Prisma.TransactionClient, schoolYearId: number) {
  const isValidId = Number.isSafeInteger(schoolYearId) && Math.abs(schoolYearId) < 2 ** 31;
  const locked = isValidId
    ? await tx.$queryRaw<unknown[]>`select 1 from school_years where id = ${schoolYearId} for no key update`
    : [];
  if (locked.length === 0) throw new LimitError("place_unknown");
}

async function setLimit({ tx, audit }: VerbContext, schoolYearId: number, limit: NewLimit) {
  const { places, was, specialityId, syllabusId } = limit;
  const place = { specialityId, syllabusId };
  if (places !== null && (!Number.isInteger(places) || places < 0 || places > 100_000)) {
    throw new LimitError("limit_is_no_number", place);
  }
  await assertKnownPlace(tx, schoolYearId, place);
  const current = await tx.place.findFirst({
    where: { schoolYearId, ...place },
    select: { id: true, places: true },
  });
  const currentPlaces = current?.places ?? null;
  if (currentPlaces === places) return;
  if (was !== undefined && was !== currentPlaces)
    throw new LimitError("changed_meanwhile", place, currentPlaces);

  if (current && places === null) await tx.place.delete({ where: { id: current.id } });
  else if (current) await tx.place.update({ where: { id: current.id }, data: { places: places as number } });
  else if (places !== null) await tx.place.create({ data: { schoolYearId, ...place, places } });
  const id = `${schoolYearId}/${specialityId ?? ""}/${syllabusId ?? ""}`;
  await audit({ kind: "place", id }, { places: [currentPlaces, places] });
}

async function assertKnownPlace(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
  { specialityId, syllabusId }: Place,
) {
  const known = await Promise.all([
    specialityId === null || tx.speciality.count({ where: { id: specialityId, schoolYearId } }),
    syllabusId === null || tx.syllabus.count({ where: { id: syllabusId, schoolYearId } }),
  ]);
  const isEmpty = specialityId === null && syllabusId === null;
  if (isEmpty || !known.every(Boolean)) throw new LimitError("place_unknown", { specialityId, syllabusId });
}
