import { z } from "zod";
import type { Prisma } from "@/generated/prisma/client";
import type { Actor } from "@/lib/people/staff/rights";
import { type ActionContext, ActionError, defineAction } from "@/lib/people/verb";
import { columnId } from "@/lib/platform/columns";
import type { Place } from "./limits";

type LimitProblem = "limit_is_no_number" | "place_unknown" | "changed_meanwhile";

/** A limit that cannot be set; `found` is what somebody else has set meanwhile. */
export class LimitError extends ActionError {
  constructor(
    readonly code: LimitProblem,
    readonly place?: Place,
    readonly found: number | null = null,
  ) {
    super({ code });
    this.name = "LimitRefusal";
  }
}

const id = columnId.nullable();
const number = z.number().nullable();

const limit = z.object({
  specialityId: id,
  syllabusId: id,
  places: number,
  /** What it was when somebody looked: a limit that is another one by now is left alone. */
  was: number.optional(),
});

type NewLimit = z.output<typeof limit>;

/**
 * Sets how many places specialities, syllabi or pairs of a year have; null takes a limit away. All or
 * none. Whoever has a place keeps it, also when there are fewer now. What was not changed is not written: somebody else
 * may have set it since.
 * @throws LimitRefusal `changed_meanwhile` when two have changed the same one
 */
export const setLimits = defineAction(
  "places_set",
  "set_places",
  z.object({ schoolYearId: z.number().or(z.nan()), limits: z.array(limit) }),
  async (doing, { schoolYearId, limits }) => {
    await lockYear(doing.tx, schoolYearId);
    for (const limit of limits) if (limit.places !== limit.was) await setOne(doing, schoolYearId, limit);
  },
);

/** One limit, by itself. */
export const setLimit = (
  { schoolYearId, ...limit }: NewLimit & { schoolYearId: number },
  actor: Actor,
): Promise<void> => setLimits({ schoolYearId, limits: [limit] }, actor);

/** Of two who set limits of a year one comes after the other; enrollments go on meanwhile. */
async function lockYear(tx: Prisma.TransactionClient, schoolYearId: number) {
  const known = Number.isSafeInteger(schoolYearId) && Math.abs(schoolYearId) < 2 ** 31;
  const held = known
    ? await tx.$queryRaw<unknown[]>`select 1 from school_years where id = ${schoolYearId} for no key update`
    : [];
  if (held.length === 0) throw new LimitError("place_unknown");
}

async function setOne({ tx, audit }: ActionContext, schoolYearId: number, limit: NewLimit) {
  const { places, was, specialityId, syllabusId } = limit;
  const of = { specialityId, syllabusId };
  if (places !== null && (!Number.isInteger(places) || places < 0 || places > 100_000)) {
    throw new LimitError("limit_is_no_number", of);
  }
  await checkPlace(tx, schoolYearId, of);
  const before = await tx.place.findFirst({
    where: { schoolYearId, ...of },
    select: { id: true, places: true },
  });
  const found = before?.places ?? null;
  if (found === places) return;
  if (was !== undefined && was !== found) throw new LimitError("changed_meanwhile", of, found);

  if (before && places === null) await tx.place.delete({ where: { id: before.id } });
  else if (before) await tx.place.update({ where: { id: before.id }, data: { places: places as number } });
  else if (places !== null) await tx.place.create({ data: { schoolYearId, ...of, places } });
  const id = `${schoolYearId}/${specialityId ?? ""}/${syllabusId ?? ""}`;
  await audit({ kind: "place", id }, { places: [found, places] });
}

async function checkPlace(
  tx: Prisma.TransactionClient,
  schoolYearId: number,
  { specialityId, syllabusId }: Place,
) {
  const known = await Promise.all([
    specialityId === null || tx.speciality.count({ where: { id: specialityId, schoolYearId } }),
    syllabusId === null || tx.syllabus.count({ where: { id: syllabusId, schoolYearId } }),
  ]);
  const nowhere = specialityId === null && syllabusId === null;
  if (nowhere || !known.every(Boolean)) throw new LimitError("place_unknown", { specialityId, syllabusId });
}
