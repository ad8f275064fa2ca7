import type { Filters, ListQuery } from "@/lib/office/filters";
import { type Actor, requirePermission } from "@/lib/people/staff/rights";
import { prisma } from "@/lib/platform/prisma";

/** What the list may be filtered by: years, and the specialities and syllabi of one year, or of all. */
export async function readFilterOptions(actor: Actor, yearId: number | undefined) {
  requirePermission(actor, "read");
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

export type FilterOptions = Awaited<ReturnType<typeof readFilterOptions>>;

/**
 * A list as it belongs to a school year: the one that it names, that of its speciality or syllabus, or the current one.
 * A search is of every year. Filters that the year or the school does not have are left out.
 */
export async function listInYear(
  actor: Actor,
  query: ListQuery,
  current: number | undefined,
): Promise<{ query: ListQuery; choices: FilterOptions }> {
  const { filters } = query;
  const named = filters.year ?? (query.search ? "all" : ((await yearOfChoice(filters)) ?? current));
  const choices = await readFilterOptions(actor, named === "all" ? current : named);
  const has = (rows: { id: number }[], id: unknown) => rows.some((row) => row.id === id);
  if (named !== "all" && named !== current && !has(choices.years, named))
    return listInYear(actor, { ...query, filters: { ...filters, year: current } }, current);
  const { speciality, syllabus, label } = filters;
  const fitting: Filters = {
    ...filters,
    year: query.search && named === "all" ? undefined : named,
    speciality: has(choices.specialities, speciality) ? speciality : undefined,
    syllabus: has(choices.syllabi, syllabus) ? syllabus : undefined,
    label: has(choices.labels, label) ? label : undefined,
  };
  return { query: { ...query, filters: fitting }, choices };
}

/** The school year of the speciality or syllabus that a list is filtered by. */
async function yearOfChoice({ speciality, syllabus }: Filters): Promise<number | undefined> {
  const row = speciality
    ? await prisma().speciality.findUnique({ where: { id: speciality }, select: { schoolYearId: true } })
    : syllabus &&
      (await prisma().syllabus.findUnique({ where: { id: syllabus }, select: { schoolYearId: true } }));
  return row ? row.schoolYearId : undefined;
}
