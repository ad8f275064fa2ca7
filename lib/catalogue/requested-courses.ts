import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";
import { calculateCourseMinutes, calculateCoursePrice, getTariff, type Price } from "./course-price";
import { getNameIn, joinNames } from "./names";
import { getCatalogueSnapshot } from "./queries";

/** The first choice that an enrollment has: option 1, else the next one. */
export type RequestedCourse = Awaited<ReturnType<typeof listRequestedCourses>>[number];

type Studies = { specialityId: number | null; syllabusId: number | null };

/** Returns a function that finds the price of a course with a speciality; undefined without course or price. */
export async function createPriceLookup() {
  const [{ schoolYears, byYear }, { price_period: period }] = await Promise.all([
    getCatalogueSnapshot(),
    getSettings(),
  ]);
  const prices = new Map<string, Price | undefined>();
  return (schoolYearId: number, { specialityId, syllabusId }: Studies): Price | undefined => {
    const key = `${specialityId} ${syllabusId}`; // ids are of one year
    const year = schoolYears.find(({ id }) => id === schoolYearId);
    if (!prices.has(key) && year) {
      const syllabus = byYear.get(year.id)?.syllabi.items.find(({ id }) => id === syllabusId);
      const speciality = specialityId ?? undefined;
      prices.set(key, syllabus && calculateCoursePrice(syllabus, getTariff(year, period), speciality));
    }
    return prices.get(key);
  };
}

/**
 * The first choices of enrollments, in the order of the references; unknown references are left out.
 *
 * @param places places by reference, that replace the choices; without a course the chosen course stays
 */
export async function listRequestedCourses(
  references: readonly string[],
  locale: string,
  places?: ReadonlyMap<string, Studies>,
) {
  const [rows, { schoolYears, byYear }, getPrice] = await Promise.all([
    prisma().enrollment.findMany({
      where: { reference: { in: [...references] } },
      select: {
        reference: true,
        schoolYearId: true,
        specialityChoices: { select: { option: true, specialityId: true } },
        syllabusChoices: { select: { option: true, syllabusId: true } },
      },
    }),
    getCatalogueSnapshot(),
    createPriceLookup(),
  ]);
  return references.flatMap((reference) => {
    const row = rows.find((enrollment) => enrollment.reference === reference);
    const year = schoolYears.find(({ id }) => id === row?.schoolYearId);
    if (!row || !year) return [];
    const place = places?.get(reference);
    const first = Math.min(...[...row.specialityChoices, ...row.syllabusChoices].map(({ option }) => option));
    const isFirst = ({ option }: { option: number }) => option === first;
    const chosenSpecialityId = row.specialityChoices.find(isFirst)?.specialityId ?? null;
    const specialityId = place ? place.specialityId : chosenSpecialityId;
    const syllabusId = place?.syllabusId ?? row.syllabusChoices.find(isFirst)?.syllabusId ?? null;
    const catalogue = byYear.get(year.id);
    const speciality = catalogue?.specialities.items.find(({ id }) => id === specialityId);
    const syllabus = catalogue?.syllabi.items.find(({ id }) => id === syllabusId);
    return {
      reference,
      /** Instrument and course for display; empty without choices. */
      name: joinNames(
        [speciality, syllabus].map((item) => item && getNameIn(item, locale)),
        ", ",
      ),
      /** Undefined without a course. */
      weekly: syllabus && calculateCourseMinutes(syllabus, speciality?.id),
      price: getPrice(year.id, { specialityId, syllabusId }),
    };
  });
}
