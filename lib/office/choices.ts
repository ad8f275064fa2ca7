import { type Actor, demand } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";

/** What the list may be filtered by: years, and the specialities and syllabi of one or of the latest. */
export async function filterChoices(actor: Actor, yearId: number | undefined) {
  demand(actor, "read");
  const years = await prisma().schoolYear.findMany({
    orderBy: { startSchoolYear: "desc" },
    select: { id: true, year: true },
  });
  const schoolYearId = years.find(({ id }) => id === yearId)?.id;
  const [specialities, syllabi, labels] = await Promise.all([
    prisma().speciality.findMany({
      where: { schoolYearId },
      orderBy: [{ name: "asc" }, { schoolYearId: "desc" }],
      select: { id: true, name: true, schoolYear: { select: { year: true } } },
    }),
    prisma().syllabus.findMany({
      where: { schoolYearId },
      orderBy: [{ schoolYearId: "desc" }, { id: "asc" }],
      select: {
        id: true,
        name: true,
        course: { select: { name: true } },
        schoolYear: { select: { year: true } },
      },
    }),
    prisma().label.findMany({ orderBy: { nameKey: "asc" }, select: { id: true, name: true } }),
  ]);
  return { years, specialities, syllabi, labels };
}

export type FilterChoices = Awaited<ReturnType<typeof filterChoices>>;
