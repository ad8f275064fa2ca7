import { getYearStudies } from "@/lib/decisions/place";
import { prisma } from "@/lib/platform/prisma";
import { type FieldName, fieldRows } from "./fields";

/** What a student studies, as far as they were told, or else asked for last. */
export type LastStudies = {
  schoolYearId: number;
  /** The year, and what it was, by the catalogue's names. */
  year: string;
  names: string[];
  /** The specialities by the form's fields. */
  specialities: Partial<Record<FieldName, number>>;
};

/** The newest of a student; undefined where nothing was ever sent. */
export async function findLastStudies(studentId: string): Promise<LastStudies | undefined> {
  const last = await prisma().enrollment.findFirst({
    where: { studentId },
    orderBy: { createdAt: "desc" },
    select: {
      schoolYearId: true,
      schoolYear: { select: { year: true } },
      state: true,
      decidedState: true,
      assignedSpecialityId: true,
      assignedSyllabusId: true,
      specialityChoices: { orderBy: { option: "asc" }, select: { option: true, specialityId: true } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabusId: true } },
    },
  });
  if (!last) return;
  const { schoolYearId, schoolYear, assignedSpecialityId, assignedSyllabusId, state, decidedState } = last;
  const isTold = state === "accepted" && decidedState === "accepted";
  const specialities =
    isTold && assignedSpecialityId !== null
      ? [{ option: 1, specialityId: assignedSpecialityId }]
      : last.specialityChoices;
  const syllabi =
    isTold && assignedSyllabusId !== null ? [{ syllabusId: assignedSyllabusId }] : last.syllabusChoices;
  const offered = await getYearStudies(schoolYearId);
  const named = (list: { id: number; name: string }[], wanted: number) =>
    list.filter(({ id }) => id === wanted).map(({ name }) => name);
  return {
    schoolYearId,
    year: schoolYear.year,
    names: [
      ...specialities.flatMap(({ specialityId }) => named(offered.specialities, specialityId)),
      ...syllabi.flatMap(({ syllabusId }) => named(offered.syllabi, syllabusId)),
    ],
    specialities: Object.fromEntries(
      fieldRows.flatMap(([name, { stored }]) => {
        if (stored?.in !== "specialities") return [];
        const chosen = specialities.find(({ option }) => option === stored.option);
        return chosen ? [[name, chosen.specialityId]] : [];
      }),
    ),
  };
}
