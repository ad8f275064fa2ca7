import { importCatalogue } from "@/lib/catalogue/files/import-catalogue";
import { toCatalogueFile } from "@/lib/catalogue/files/read-catalogue";
import { formatProblem } from "@/lib/catalogue/files/types";
import type { Day } from "@/lib/platform/dates";
import courses from "./seed/courses.json";
import degrees from "./seed/degrees.json";
import gradingSystems from "./seed/grading-systems.json";
import specialities from "./seed/specialities.json";
import subjects from "./seed/subjects.json";
import syllabi from "./seed/syllabi.json";
import { demoSchoolYears } from "./seed-years";

/**
 * Writes the demo school: last, current and next school year as seen from `today`, a day in the
 * school's time zone. Ids and dates follow from the calendar alone, so a second run changes
 * nothing and a run in a later year adds that year. It goes through the catalogue's import: what
 * it brings wins over changes made by hand to the same years.
 */
export async function seedSchool(today: Day): Promise<void> {
  const { problems } = await importCatalogue(toCatalogueFile("the demo school", demoSchool(today)));
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join("\n"));
}

/** The demo school as an object in the form of a catalogue's JSON file. */
export function demoSchool(today: Day) {
  const years = demoSchoolYears(today);
  const forEachYear = <T>(rows: (year: number) => T[]) => years.flatMap(({ id }) => rows(id));
  return {
    school_years: years,
    degrees,
    courses,
    grading_systems: gradingSystems,
    specialities: forEachYear((year) => specialities.map((row) => ({ ...row, ...toYear(year, row.id) }))),
    subjects: forEachYear((year) => subjects.map((row) => ({ ...row, ...toYear(year, row.id) }))),
    syllabi: forEachYear((year) =>
      syllabi.map(({ specialities, mandatory, optional, speciality, ...row }) => ({
        ...row,
        ...toYear(year, row.id),
      })),
    ),
    syllabus_specialities: forEachYear(listSyllabusSpecialities),
    syllabus_subjects: forEachYear(listSyllabusSubjects),
  };
}

const getId = (year: number, localId: number) => year * 1000 + localId;
const toYear = (year: number, localId: number) => ({ id: getId(year, localId), school_year_id: year });

function listSyllabusSpecialities(year: number) {
  return syllabi.flatMap((syllabus) =>
    syllabus.specialities.map((speciality) => ({
      syllabus_id: getId(year, syllabus.id),
      speciality_id: getId(year, speciality),
      school_year_id: year,
    })),
  );
}

type SeedSubject = { subject: number; classes_per_week: number; speciality?: number };

function listSyllabusSubjects(year: number) {
  const rows = syllabi.flatMap(({ id, ...lists }) =>
    (["mandatory", "optional", "speciality"] as const).flatMap((kind) =>
      lists[kind].map((row: SeedSubject) => ({
        syllabus_id: getId(year, id),
        subject_id: getId(year, row.subject),
        kind,
        speciality_id: row.speciality ? getId(year, row.speciality) : null,
        classes_per_week: row.classes_per_week,
      })),
    ),
  );
  return rows.map((row, index) => ({ ...row, ...toYear(year, index + 1) }));
}
