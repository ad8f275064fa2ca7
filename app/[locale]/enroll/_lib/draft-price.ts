import { calculateCoursePrice, getTariff, type Price } from "@/lib/catalogue/course-price";
import type { FormSchool } from "@/lib/wizard/drafts/queries";
import type { Answers } from "@/lib/wizard/types";

/** Undefined without a course or a price. */
export function getDraftPrice(answers: Answers, school: FormSchool): Price | undefined {
  const year = school.years.find(({ id }) => id === answers.school_year_id);
  const { syllabi } = (year && school.catalogueOf(year.id)) ?? {};
  const syllabus = syllabi?.items.find(({ id }) => id === answers.student_syllabi_option1);
  if (!year || !syllabus) return;
  const tariff = getTariff(year, school.settings.price_period);
  return calculateCoursePrice(syllabus, tariff, Number(answers.student_speciality_option1));
}
