import type { YearCatalogue } from "@/lib/catalogue/snapshot";
import type { Answers, FormField } from "@/lib/form/answers";

const specialityFields = [
  "student_experience_speciality",
  "student_speciality_option1",
  "student_speciality_option2",
  "student_speciality_option3",
] as const satisfies FormField[];

export const syllabusFields = [
  "student_syllabi_option1",
  "student_syllabi_option2",
  "student_syllabi_option3",
] as const satisfies FormField[];

/**
 * Carries choices into another school year, where the same speciality or syllabus has another id
 * (W26).
 *
 * @returns the changed choices, and the names of those that the other year does not have
 */
export function carryChoices(
  answers: Answers,
  from: YearCatalogue | undefined,
  to: YearCatalogue | undefined,
) {
  const carried: Answers = {};
  const cleared: string[] = [];
  const carry = (fields: readonly FormField[], before: Named[], after: Named[]) => {
    for (const field of fields) {
      const chosen = before.find(({ id }) => id === answers[field]);
      if (answers[field] === undefined) continue;
      const same = chosen && after.find(({ key }) => key === chosen.key);
      carried[field] = same?.id;
      if (chosen && !same && !cleared.includes(chosen.name)) cleared.push(chosen.name);
    }
  };
  carry(specialityFields, specialities(from), specialities(to));
  carry(syllabusFields, syllabi(from), syllabi(to));
  return { carried, cleared };
}

type Named = { id: number; key: string; name: string };

const specialities = (catalogue: YearCatalogue | undefined): Named[] =>
  catalogue?.specialities.items.map(({ id, code, name }) => ({ id, key: code ?? name, name })) ?? [];

const syllabi = (catalogue: YearCatalogue | undefined): Named[] =>
  catalogue?.syllabi.items.map(({ id, name, course, degree }) => ({
    id,
    key: `${degree.name}/${course.number}/${name}`,
    name: name || `${degree.name}, ${course.name}`,
  })) ?? [];
