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
  offer: YearCatalogue | undefined;
  born: unknown;
  /** Chosen ids by form field. */
  chosen: Partial<Record<FormField, unknown>>;
  /** Experience: an option's key and a speciality's id. */
  played: unknown;
  playedInstrument: unknown;
};

/** Courses for a student, for wizard and account (families 37). */
export function getCourseOptions(
  { year, offer, born, chosen, played, playedInstrument }: Studies,
  { course_age: by, price_period: period }: Settings,
  texts: Parameters<typeof getSyllabusOptions>[3],
): Pick<StepFieldData, "atStart" | "specialities" | "syllabi" | "catalogue"> {
  const syllabi = offer?.syllabi.items ?? [];
  const specialities = offer?.specialities.items ?? [];
  const starts = year?.start_school_year;
  const atStart =
    starts && typeof born === "string"
      ? { age: getAgeAtStart(born, starts, by), by, year: starts.slice(0, 4) }
      : undefined;
  const instruments = listChoices(chosen, "speciality", specialities);
  const courses = listChoices(chosen, "syllabi", syllabi);
  const taken = specialities.find(({ id }) => id === instruments.find(({ option }) => option === 1)?.id);
  const student = {
    age: atStart?.age,
    instrument: taken?.id,
    experience: getYearsPlayed(taken, played, playedInstrument),
  };
  return {
    atStart,
    specialities: getSpecialityOptions(specialities, texts.locale),
    syllabi: getSyllabusOptions(syllabi, student, atStart, texts),
    catalogue: {
      syllabi,
      held: syllabi.find(({ id }) => id === courses.find(({ option }) => option === 1)?.id),
      instruments,
      courses,
      taken,
      student,
      tariff: year ? getTariff(year, period) : { by: period, months: 1 },
    },
  };
}

const listChoices = (
  chosen: Studies["chosen"],
  field: "speciality" | "syllabi",
  offered: readonly { id: number }[],
): Choices["syllabi"] =>
  ([1, 2, 3] as const).flatMap((option) => {
    const found = offered.find(({ id }) => String(id) === String(chosen[`student_${field}_option${option}`]));
    return found ? { option, id: found.id } : [];
  });

/** Experience counts only on the requested instrument. */
function getYearsPlayed(
  taken: { id: number } | undefined,
  played: unknown,
  instrument: unknown,
): number | undefined {
  const isOther = taken && !isBlank(instrument) && String(instrument) !== String(taken.id);
  return isBlank(played) || isOther ? undefined : Number(played);
}

const isBlank = (answer: unknown) => answer === undefined || answer === null || answer === "";
