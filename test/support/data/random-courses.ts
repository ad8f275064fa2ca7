import fc from "fast-check";
import type { CatalogueSyllabus } from "@/lib/catalogue/schema";

/** In cents. */
export const price = fc.integer({ min: 0, max: 30_000 });
const prices = fc.array(price, { maxLength: 4 });
/** Random valid courses; each subject has an hour a week. */
export const course = fc
  .record<CourseData>({
    id: fc.nat(),
    age: fc.integer({ min: 0, max: 30 }),
    mandatory: prices,
    electives: prices,
    required: fc.nat(3),
    instruments: fc.array(fc.record({ listed: fc.boolean(), subjectPrices: prices }), { maxLength: 4 }),
  })
  .map((facts) => ({ facts, syllabus: createSyllabus(facts) }));

/** Prices in cents. */
export type CourseData = {
  id: number;
  age: number;
  mandatory: number[];
  electives: number[];
  required: number;
  /** By speciality 1 to 4: listed, and prices of its own subjects. */
  instruments: { listed: boolean; subjectPrices: number[] }[];
};

/** The syllabus in the catalogue's format. */
export function createSyllabus({
  id,
  age,
  mandatory,
  electives,
  required,
  instruments,
}: CourseData): CatalogueSyllabus {
  const subject = (cents: number, id: number) => ({
    id,
    subject_id: id,
    name: "",
    school_hours: "01:00",
    classes_per_week: 1,
    price: cents / 100,
    ects: 0,
    student_ratio: 1,
  });
  return {
    id,
    name: "",
    course: { id: 1, number: 1, name: "" },
    degree: { id: 1, order: 1, name: "" },
    min_electives: required,
    max_electives: required,
    age,
    highest_start_age: null,
    admission: "open",
    max_failed_subjects_to_pass: 0,
    grading_system_id: 1,
    specialities: instruments.flatMap(({ listed }, index) =>
      listed ? [{ id: index + 1, name: "", code: null }] : [],
    ),
    subjects_mandatories: mandatory.map(subject),
    subjects_optionals: electives.map(subject),
    speciality_subjects: instruments.flatMap(({ subjectPrices }, index) =>
      subjectPrices.map((cents, id) => ({ ...subject(cents, id), speciality_id: index + 1 })),
    ),
  };
}
