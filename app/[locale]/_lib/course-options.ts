import { getSpecialityOptions, getSyllabusOptions } from "@/components/wizard/fields/select-options";
import type { StepFieldData } from "@/components/wizard/fields/step-field-data";
import { getTariff } from "@/lib/catalogue/course-price";
import { getAgeAtStart, type YearCatalogue } from "@/lib/catalogue/queries";
import type { SchoolYear } from "@/lib/catalogue/schema";
import type { Choices } from "@/lib/catalogue/suggest-courses";
import type { Settings } from "@/lib/school/settings";
import type { FormField } from "@/lib/wizard/types";

type Studies = {
  /** Undefined: no options. */
  year: SchoolYear | undefined;
  yearCatalogue: YearCatalogue | undefined;
  birthDate: unknown;
  /** Chosen ids by form field. */
  choices: Partial<Record<FormField, unknown>>;
  /** Experience: an option's key and a speciality's id. */
  experience: unknown;
  experienceInstrument: unknown;
};

/** Courses for a student, for wizard and account (families 37). */
export function getCourseOptions(
  { year, yearCatalogue, birthDate, choices, experience, experienceInstrument }: Studies,
  { course_age: by, price_period: period }: Settings,
  texts: Parameters<typeof getSyllabusOptions>[3],
): Pick<StepFieldData, "atStart" | "specialities" | "syllabi" | "catalogue"> {
  const syllabi = yearCatalogue?.syllabi.items ?? [];
  const specialities = yearCatalogue?.specialities.items ?? [];
  const starts = year?.start_school_year;
  const atStart =
    starts && typeof birthDate === "string"
      ? { age: getAgeAtStart(birthDate, starts, by), by, year: starts.slice(0, 4) }
      : undefined;
  const instruments = listChoices(choices, "speciality", specialities);
  const courses = listChoices(choices, "syllabi", syllabi);
  const instrument = specialities.find(({ id }) => id === instruments.find(({ option }) => option === 1)?.id);
  const student = {
    age: atStart?.age,
    instrument: instrument?.id,
    experience: getYearsPlayed(instrument, experience, experienceInstrument),
  };
  return {
    atStart,
    specialities: getSpecialityOptions(specialities, texts.locale),
    syllabi: getSyllabusOptions(syllabi, student, atStart, texts),
    catalogue: {
      syllabi,
      firstCourse: syllabi.find(({ id }) => id === courses.find(({ option }) => option === 1)?.id),
      instruments,
      courses,
      firstInstrument: instrument,
      student,
      tariff: year ? getTariff(year, period) : { period, months: 1 },
    },
  };
}

const listChoices = (
  choices: Studies["choices"],
  field: "speciality" | "syllabi",
  items: readonly { id: number }[],
): Choices["syllabi"] =>
  ([1, 2, 3] as const).flatMap((option) => {
    const item = items.find(({ id }) => String(id) === String(choices[`student_${field}_option${option}`]));
    return item ? { option, id: item.id } : [];
  });

/** Experience counts only on the requested instrument. */
function getYearsPlayed(
  requested: { id: number } | undefined,
  experience: unknown,
  instrument: unknown,
): number | undefined {
  const isOther = requested && !isBlank(instrument) && String(instrument) !== String(requested.id);
  return isBlank(experience) || isOther ? undefined : Number(experience);
}

const isBlank = (answer: unknown) => answer === undefined || answer === null || answer === "";
