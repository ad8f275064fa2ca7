import type { TableName } from "@/lib/catalogue/files/tables";

type Rows = Record<string, unknown>[];

/** Two school years with a few rows per table, as JSON. */
export function smallCatalogue(): Record<TableName, Rows> {
  return {
    school_years: [
      { id: 1, year: "2026/2027", start_enrollment: "2026-05-04", end_enrollment: null, ...period(2026) },
      {
        id: 2,
        year: "2027/2028",
        start_enrollment: "2027-05-04",
        end_enrollment: "2028-06-30",
        ...period(2027),
      },
    ],
    degrees: [{ id: 1, order: 1, name: "Enseñanzas elementales", ...untranslated }],
    courses: [
      { id: 1, degree_id: 1, number: 1, name: "Primero", ...untranslated },
      { id: 2, degree_id: 1, number: 2, name: "Segundo", name_ca: "Segon", name_en: null },
    ],
    grading_systems: [{ id: 1, name: "Numérica" }],
    specialities: [
      { id: 11, school_year_id: 1, name: "Piano", ...untranslated, code: "PIA" },
      { id: 12, school_year_id: 1, name: "Violín", name_ca: "Violí", name_en: "Violin", code: null },
      { id: 21, school_year_id: 2, name: "Piano", ...untranslated, code: "PIA" },
    ],
    subjects: [
      subject({ id: 11, school_year_id: 1, code: "LM1", name: "Lenguaje musical" }),
      subject({ id: 12, school_year_id: 1, code: null, name: "Coro", price: 15, ects: 0.5 }),
      subject({ id: 21, school_year_id: 2, code: "LM1", name: "Lenguaje musical" }),
    ],
    syllabi: [
      syllabus({ id: 11, school_year_id: 1, name: "Elemental 1.º" }),
      syllabus({ id: 21, school_year_id: 2, name: "" }),
    ],
    syllabus_specialities: [{ syllabus_id: 11, speciality_id: 11, school_year_id: 1 }],
    syllabus_subjects: [
      syllabusSubject({ id: 1, subject_id: 11, kind: "mandatory" }),
      syllabusSubject({ id: 2, subject_id: 12, kind: "speciality", speciality_id: 11 }),
      syllabusSubject({ id: 3, syllabus_id: 21, subject_id: 21, school_year_id: 2, kind: "optional" }),
    ],
  };
}

const untranslated = { name_ca: null, name_en: null };

const period = (year: number) => ({
  start_school_year: `${year}-09-07`,
  end_school_year: `${year + 1}-06-30`,
});

function subject(values: Record<string, unknown>) {
  return {
    ...untranslated,
    school_hours: "01:30",
    price: 32.5,
    student_ratio: 12,
    ects: 2,
    is_individual: false,
    ...values,
  };
}

function syllabus(values: Record<string, unknown>) {
  const numbers = { min_electives: 0, max_electives: 1, age: 8, max_failed_subjects_to_pass: 1 };
  const start = { highest_start_age: null, admission: "open" };
  return { ...untranslated, course_id: 1, grading_system_id: 1, ...numbers, ...start, ...values };
}

function syllabusSubject(values: Record<string, unknown>) {
  return { syllabus_id: 11, school_year_id: 1, speciality_id: null, classes_per_week: 1, ...values };
}
