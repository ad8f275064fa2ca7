import { prisma } from "@/lib/platform/prisma";
import { type FieldName, fieldRows } from "./fields";

const named = { select: { id: true, name: true } } as const;
const namedCourse = { select: { name: true, course: { select: { name: true } } } } as const;

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
export async function lastStudies(studentId: string): Promise<LastStudies | undefined> {
  const last = await prisma().enrollment.findFirst({
    where: { studentId },
    orderBy: { createdAt: "desc" },
    select: {
      schoolYearId: true,
      schoolYear: { select: { year: true } },
      state: true,
      decidedState: true,
      assignedSpeciality: named,
      assignedSyllabus: namedCourse,
      specialityChoices: { orderBy: { option: "asc" }, select: { option: true, speciality: named } },
      syllabusChoices: { orderBy: { option: "asc" }, select: { syllabus: namedCourse } },
    },
  });
  if (!last) return;
  const { schoolYearId, schoolYear, assignedSpeciality, assignedSyllabus, state, decidedState } = last;
  const isTold = state === "accepted" && decidedState === "accepted";
  const speciality = isTold ? assignedSpeciality : null;
  const syllabus = isTold ? assignedSyllabus : null;
  const specialities = speciality ? [{ option: 1, speciality }] : last.specialityChoices;
  const syllabi = syllabus ? [{ syllabus }] : last.syllabusChoices;
  return {
    schoolYearId,
    year: schoolYear.year,
    names: [
      ...specialities.map((choice) => choice.speciality.name),
      ...syllabi.map((choice) =>
        [choice.syllabus.course.name, choice.syllabus.name].filter(Boolean).join(" · "),
      ),
    ],
    specialities: Object.fromEntries(
      fieldRows.flatMap(([name, { stored }]) => {
        if (stored?.in !== "specialities") return [];
        const chosen = specialities.find(({ option }) => option === stored.option);
        return chosen ? [[name, chosen.speciality.id]] : [];
      }),
    ),
  };
}
