import type { CatalogueSyllabus, Speciality } from "@/lib/catalogue/schema";
import { teaches } from "@/lib/catalogue/suggest-courses";
import type { RawInput } from "@/lib/form/answers";
import type { FormSchool } from "./form-school";

/** A course, perhaps with an instrument, that a family chose before the form. */
export type ChosenCourse = { course: CatalogueSyllabus; instrument: Speciality | undefined; query: string };

type Query = Record<string, string | string[] | undefined>;

/** The course and instrument that an address names, where an open school year has them. */
export function readChosen(query: Query, school: FormSchool): ChosenCourse | undefined {
  for (const { id: year } of school.open) {
    const catalogue = school.catalogueOf(year);
    const course = catalogue?.syllabi.items.find(({ id }) => String(id) === query.course);
    if (!course) continue;
    const named = catalogue?.specialities.items.find(({ id }) => String(id) === query.instrument);
    const instrument = named && teaches(course, named.id) ? named : undefined;
    const address = `?course=${course.id}${instrument ? `&instrument=${instrument.id}` : ""}`;
    return { course, instrument, query: address };
  }
}

/** What the controls of the courses' step hold then. */
export const typedChoice = ({ course, instrument }: ChosenCourse) => ({
  student_syllabi_option1: String(course.id),
  ...(instrument && { student_speciality_option1: String(instrument.id) }),
});

/** What the control of its school year holds then. */
export function typedYear({ course }: ChosenCourse, school: FormSchool): RawInput {
  const year = school.open.find(({ id }) => school.catalogueOf(id)?.syllabi.ids.has(course.id));
  return year ? { school_year_id: String(year.id) } : {};
}
