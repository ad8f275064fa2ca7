import type { Syllabus } from "./schema";

/** What a family wants to know of a syllabus. */
export type SyllabusFacts = {
  /** Minutes of class a week; a subject's hours are those of all its classes in a week. */
  weeklyMinutes: number;
  subjects: number;
  /** Sum of the subjects' prices, in euros. */
  price: number;
  /** The speciality's own subjects are in the sums. */
  withSpeciality: boolean;
  /** Subjects that depend on a speciality are not in the sums, for which one is not known. */
  atLeast: boolean;
};

/**
 * Hours, subjects and price of a syllabus: its mandatory subjects and those of the speciality.
 *
 * @param specialityId the speciality that the student would take; the sums are lower bounds without it
 */
export function syllabusFacts(syllabus: Syllabus, specialityId?: number): SyllabusFacts {
  const own = syllabus.speciality_subjects.filter(({ speciality_id }) => speciality_id === specialityId);
  const taken = [...syllabus.subjects_mandatories, ...own];
  return {
    weeklyMinutes: sum(taken.map(({ school_hours }) => toMinutes(school_hours))),
    subjects: taken.length,
    price: Math.round(sum(taken.map(({ price }) => price)) * 100) / 100,
    withSpeciality: own.length > 0,
    atLeast: syllabus.speciality_subjects.length > 0 && own.length === 0,
  };
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

function toMinutes(hours: string): number {
  const [whole = 0, minutes = 0] = hours.split(":").map(Number);
  return whole * 60 + minutes;
}
