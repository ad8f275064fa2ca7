import { getAssignedPlace, getYearStudies, type Place } from "@/lib/decisions/place";
import {
  countFirstChoices,
  listFreeWithWaiting,
  listLimitedPairs,
  type PlaceCounts,
  readPlaceCounts,
} from "@/lib/decisions/places/queries";
import { listProposedCalls, type ProposedCall } from "@/lib/decisions/places/verbs";
import { readWaitingLists, readYearPlaces, type WaitingEntry } from "@/lib/decisions/queries";
import type { Blocker } from "@/lib/decisions/validate-decision";
import { createFreePlaceLookup, listBlockers, type YearPlaces } from "@/lib/decisions/year-places";
import { toPlaceCounts } from "@/lib/desk/decide/queries";
import { readEnrollmentRows } from "@/lib/desk/rows/queries";
import { listStatesHolding } from "@/lib/enrollment/states";
import { type Actor, requirePermission } from "@/lib/people/staff/permissions";
import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";

export type NamedPlaceCounts = PlaceCounts & { name: string };

/** The places of a year with names and numbers: specialities, syllabi, and pairs with a limit. */
export async function readPlaceOverview(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const places = await placesOfYear(schoolYearId);
  const [named, wanted] = await Promise.all([
    namedNumbers(schoolYearId, places),
    countFirstChoices(schoolYearId, places),
  ]);
  const wished = named.map((row, at) => ({ ...row, wantedFirst: wanted[at] ?? 0 }));
  return {
    specialities: wished.filter(({ syllabusId }) => syllabusId === null),
    syllabi: wished.filter(({ specialityId }) => specialityId === null),
    pairs: wished.filter(({ specialityId, syllabusId }) => specialityId !== null && syllabusId !== null),
  };
}

export async function readLimitedPlaces(actor: Actor, schoolYearId: number): Promise<NamedPlaceCounts[]> {
  requirePermission(actor, "read");
  const named = await namedNumbers(schoolYearId, await placesOfYear(schoolYearId));
  return named.filter(({ limit }) => limit !== null);
}

export type PlaceOverview = Awaited<ReturnType<typeof readPlaceOverview>>;

export type WaitingList = Place & {
  name: string;
  free: number | undefined;
  count: number;
  /** First in order. */
  first: WaitingEntry;
  /**
   * Who may be accepted next: undefined without a free place, or when another list under the same limit comes first.
   */
  next: WaitingEntry | undefined;
  /** Why the first cannot be accepted. */
  why: Blocker | undefined;
};

export type NamedCall = ProposedCall & { name: string };

/** A year's waiting lists with the next calls and the open place confirmations (admission 13). */
export async function readWaitingOverview(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const year = await readYearPlaces(prisma(), schoolYearId);
  const lists = await listsIn(year, schoolYearId); // before what is free is given to those who are called
  const [calls, nameOf, answers] = await Promise.all([
    listProposedCalls(year),
    namesOf(schoolYearId),
    prisma().placeAnswer.count({ where: { answer: null, enrollment: { schoolYearId } } }),
  ]);
  return { lists, calls: calls.map((call): NamedCall => ({ ...call, name: nameOf(call) })), answers };
}

/** Who has a place of a year, by place and name. */
export async function readClassLists(actor: Actor, schoolYearId: number) {
  requirePermission(actor, "read");
  const rows = await prisma().enrollment.findMany({
    where: { schoolYearId, decidedState: { in: listStatesHolding("place") }, student: { erasedAt: null } },
    orderBy: [{ student: { surname: "asc" } }, { student: { name: "asc" } }, { id: "asc" }],
    select: { id: true, assignedSpecialityId: true, assignedSyllabusId: true },
  });
  const nameOf = await namesOf(schoolYearId);
  const classes = new Map(rows.map((row) => [row.id, nameOf(getAssignedPlace(row))]));
  const students = await readEnrollmentRows([...classes.keys()], await getSettings(), new Date());
  return [...Map.groupBy(students, ({ id }) => classes.get(id) ?? "")]
    .map(([name, inClass]) => ({ name, students: inClass }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

/** Free places with a waiting list in some years. */
export async function listNamedFreeWithWaiting(actor: Actor, schoolYearIds: number[]) {
  requirePermission(actor, "read");
  const years = schoolYearIds.map(async (id) => {
    const [nameOf, waited] = await Promise.all([namesOf(id), listFreeWithWaiting(id)]);
    const named = waited.map(({ free, waiting, ...place }) => ({ name: nameOf(place), free, waiting }));
    return named.sort((one, other) => other.free - one.free || one.name.localeCompare(other.name));
  });
  return (await Promise.all(years)).flat();
}

/** The query of a place's waiting list, in its order. */
export const createWaitingListQuery = (year: number, { specialityId, syllabusId }: Place) => ({
  filters: {
    year,
    speciality: specialityId ?? undefined,
    syllabus: syllabusId ?? undefined,
    how: "waits" as const,
  },
  sort: "turn" as const,
});

async function placesOfYear(schoolYearId: number): Promise<Place[]> {
  const [{ specialities, syllabi }, pairs] = await Promise.all([
    getYearStudies(schoolYearId),
    listLimitedPairs(schoolYearId),
  ]);
  return [
    ...specialities.map(({ id }) => ({ specialityId: id, syllabusId: null })),
    ...syllabi.map(({ id }) => ({ specialityId: null, syllabusId: id })),
    ...pairs,
  ];
}

/** One query for all places: each counts the year's enrollments. */
async function namedNumbers(schoolYearId: number, places: Place[]): Promise<NamedPlaceCounts[]> {
  const [nameOf, numbers] = await Promise.all([namesOf(schoolYearId), readPlaceCounts(schoolYearId, places)]);
  return numbers.map((row) => ({ ...row, name: nameOf(row) }));
}

/** A year's waiting lists with first entry and free places: lists with free places first, then by name. */
async function listsIn(year: YearPlaces, schoolYearId: number): Promise<WaitingList[]> {
  const nameOf = await namesOf(schoolYearId);
  const firsts = await readWaitingLists(schoolYearId);
  const all = firsts.map((first) => {
    const place = placeOf(first);
    const left = createFreePlaceLookup(year, first)(place);
    const [why] = listBlockers(left);
    return {
      ...place,
      name: nameOf(place),
      free: toPlaceCounts(left).free,
      count: first.count,
      first,
      next: why ? undefined : first,
      why,
    };
  });
  return all.sort(
    (one, other) =>
      Math.sign(other.free ?? 0) - Math.sign(one.free ?? 0) || one.name.localeCompare(other.name),
  );
}

const placeOf = ({ specialityId, syllabusId }: WaitingEntry): Place => ({ specialityId, syllabusId });

async function namesOf(schoolYearId: number) {
  const { specialities, syllabi } = await getYearStudies(schoolYearId);
  const name = (rows: { id: number; name: string }[], wanted: number | null) =>
    rows.find(({ id }) => id === wanted)?.name;
  return ({ specialityId, syllabusId }: Place) =>
    [name(specialities, specialityId), name(syllabi, syllabusId)].filter(Boolean).join(", ");
}
