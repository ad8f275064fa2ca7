import { syllabusFacts } from "@/lib/catalogue/syllabus-facts";
import type { Answers } from "@/lib/form/answers";
import type { FormSchool } from "@/lib/form/server/form-school";

type Price = { sum: number; atLeast: boolean };

/** What a child's first choices cost together; undefined when no course is chosen. */
export function priceOf(answers: Answers, school: FormSchool): Price | undefined {
  const catalogue = school.catalogueOf(Number(answers.school_year_id));
  const syllabus = catalogue?.syllabi.items.find(({ id }) => id === answers.student_syllabi_option1);
  if (!syllabus) return;
  const { price, atLeast } = syllabusFacts(syllabus, Number(answers.student_speciality_option1));
  return { sum: price, atLeast };
}

/** What a family's children cost together: a lower bound while one of them has chosen nothing. */
export function sumOf(prices: (Price | undefined)[]): Price | undefined {
  if (prices.every((price) => price === undefined)) return;
  return {
    sum: Math.round(prices.reduce((sum, price) => sum + (price?.sum ?? 0), 0) * 100) / 100,
    atLeast: prices.some((price) => price?.atLeast ?? true),
  };
}
