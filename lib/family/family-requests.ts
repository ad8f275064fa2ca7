import type { SchoolYear } from "@/lib/catalogue/schema";
import { getPlaceNames, combinePlaces } from "@/lib/decisions/place";
import type { Place } from "@/lib/decisions/places/limits";
import { getNotifiedPlace } from "@/lib/decisions/record-decision";
import { isEnded, type State } from "@/lib/enrollment/states";
import { type FamilyRole, createRoleColumns, getFamilyRole, whereVisibleTo } from "@/lib/people/accounts/access";
import type { Day } from "@/lib/platform/dates";
import { prisma } from "@/lib/platform/prisma";
import { getVisibleRank } from "./cards";
import { findOwnRound } from "./round";

/** The school year for which a family is asked, the one before it, and the one that cannot be had yet. */
export type FamilyYears = {
  before: SchoolYear | undefined;
  /** The last that takes requests now; undefined while none does. */
  asked: SchoolYear | undefined;
  later: SchoolYear | undefined;
};

/** A request that stands, as its family knows it. */
export type FamilyEnrollment = {
  studentId: string;
  student: { name: string | null; surname: string | null; birthDate: Date | null };
  schoolYearId: number;
  reference: string;
  state: State;
  part: FamilyRole;
  /** What was told: given or waited for; what was wished for first while nothing is. */
  place: Place;
  /** Its names, those of the speciality first. */
  names: string;
  rank: number | undefined;
  /** Whether a round gives its place, or did. */
  inRound: boolean;
};

/** What stands for these years of whoever a person acts for, is, or is a guardian of; not of who came of age. */
export async function listFamilyEnrollments(
  personId: string,
  { before, asked }: FamilyYears,
  today: Day,
): Promise<FamilyEnrollment[]> {
  const { studentId, student } = createRoleColumns(personId);
  const rows = await prisma().enrollment.findMany({
    where: {
      ...whereVisibleTo(personId),
      schoolYearId: { in: [before, asked].flatMap((year) => year?.id ?? []) },
    },
    select: {
      id: true,
      reference: true,
      schoolYearId: true,
      state: true,
      decidedState: true,
      studentId,
      student: { select: { ...student.select, name: true, surname: true } },
      specialityChoices: { orderBy: { option: "asc" }, select: { specialityId: true } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
    },
  });
  const standing = rows.filter(({ state, decidedState }) => !isEnded(state) || !isEnded(decidedState));
  const seen = standing.map(async ({ id, specialityChoices, syllabusChoices, ...row }) => {
    const part = getFamilyRole(row, personId, today);
    if (part === "former") return [];
    const [wish] = combinePlaces(
      specialityChoices.map(({ specialityId }) => specialityId),
      syllabusChoices.map(({ syllabusId }) => syllabusId),
    );
    const told = row.state === "accepted" || row.state === "waiting" ? await getNotifiedPlace(prisma(), id) : wish;
    const place = told ?? { specialityId: null, syllabusId: null };
    const { speciality, syllabus } = await getPlaceNames(row.schoolYearId, place);
    return {
      ...row,
      part,
      place,
      names: [speciality, syllabus].filter(Boolean).join(", "),
      inRound: (await findOwnRound(prisma(), { id, ...row })) !== null,
      rank: row.state === "waiting" ? await getVisibleRank(row.reference) : undefined,
    };
  });
  return (await Promise.all(seen)).flat();
}
