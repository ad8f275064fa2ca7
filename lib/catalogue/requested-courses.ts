import { prisma } from "@/lib/platform/database/prisma";
import { getSettings } from "@/lib/school/settings";
import { calculateCourseMinutes, calculateCoursePrice, getTariff, type Price } from "./course-price";
import { getNameIn, joinNames } from "./names";
import { getCatalogueSnapshot } from "./queries";

/** The first choice that an enrollment has: option 1, else the next one; the others with names only. */
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
 * The choices of enrollments, in the order of the references; unknown references are left out.
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
    const catalogue = byYear.get(year.id);
    const find = ({ specialityId, syllabusId }: Studies) => ({
      speciality: catalogue?.specialities.items.find(({ id }) => id === specialityId),
      syllabus: catalogue?.syllabi.items.find(({ id }) => id === syllabusId),
    });
    const getName = (studies: Studies) => {
      const { speciality, syllabus } = find(studies);
      return joinNames(
        [speciality, syllabus].map((item) => item && getNameIn(item, locale)),
        ", ",
      );
    };
    const [first, ...others] = listChoices(row);
    const place = places?.get(reference);
    const studies = {
      specialityId: (place ?? first)?.specialityId ?? null,
      syllabusId: place?.syllabusId ?? first?.syllabusId ?? null,
    };
    const { speciality, syllabus } = find(studies);
    return {
      reference,
      /** Instrument and course for display; empty without choices. */
      name: getName(studies),
      /** Further choices; none beside a place. */
      others: place ? [] : others.map((choice) => ({ option: choice.option, name: getName(choice) })),
      /** Undefined without a course. */
      weekly: syllabus && calculateCourseMinutes(syllabus, speciality?.id),
      price: getPrice(year.id, studies),
    };
  });
}

type StoredChoices = {
  specialityChoices: { option: number; specialityId: number }[];
  syllabusChoices: { option: number; syllabusId: number }[];
};

/** By option; the API accepts enrollments that skip one. */
const listChoices = ({ specialityChoices, syllabusChoices }: StoredChoices) =>
  [1, 2, 3]
    .map((option) => ({
      option,
      specialityId: specialityChoices.find((choice) => choice.option === option)?.specialityId ?? null,
      syllabusId: syllabusChoices.find((choice) => choice.option === option)?.syllabusId ?? null,
    }))
    .filter(({ specialityId, syllabusId }) => specialityId !== null || syllabusId !== null);
