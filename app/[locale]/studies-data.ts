import { specialityOptions, syllabusOptions } from "@/components/form/options";
import type { QuestionData } from "@/components/form/question-data";
import { ageAtStart } from "@/lib/catalogue/course-age";
import { tariffOf } from "@/lib/catalogue/course-price";
import type { SchoolYear } from "@/lib/catalogue/schema";
import type { YearCatalogue } from "@/lib/catalogue/snapshot";
import type { Settings } from "@/lib/school/settings";

type Studies = {
  /** Without a year there is nothing to choose. */
  year: SchoolYear | undefined;
  offer: YearCatalogue | undefined;
  /** The student's birth date. */
  born: unknown;
  /** The first speciality and syllabus that were chosen, by their ids. */
  instrument: unknown;
  course: unknown;
};

/** What can be studied in a year, as the form and "change my choice" show it (families 37). */
export function studiesData(
  { year, offer, born, instrument, course }: Studies,
  { course_age: by, price_period: period }: Settings,
  words: Parameters<typeof syllabusOptions>[2],
): Pick<QuestionData, "atStart" | "specialities" | "syllabi" | "catalogue"> {
  const syllabi = offer?.syllabi.items ?? [];
  const specialities = offer?.specialities.items ?? [];
  const starts = year?.start_school_year;
  const atStart =
    starts && typeof born === "string"
      ? { age: ageAtStart(born, starts, by), by, year: starts.slice(0, 4) }
      : undefined;
  return {
    atStart,
    specialities: specialityOptions(specialities, words.locale),
    syllabi: syllabusOptions(syllabi, atStart, words),
    catalogue: {
      syllabi,
      held: syllabi.find(({ id }) => String(id) === String(course)),
      taken: specialities.find(({ id }) => String(id) === String(instrument)),
      tariff: year ? tariffOf(year, period) : { by: period, months: 1 },
    },
  };
}
