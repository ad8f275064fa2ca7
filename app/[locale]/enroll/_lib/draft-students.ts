import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import {
  calculateCoursePrice,
  formatPrice,
  getTariff,
  type Price,
  sumPrices,
} from "@/lib/catalogue/course-price";
import { getNameIn, joinNames, type LocalName } from "@/lib/catalogue/names";
import { getAgeAtStart } from "@/lib/catalogue/queries";
import type { Parts } from "@/lib/platform/fingerprint";
import { listChildren } from "@/lib/wizard/drafts/children";
import { createFormFlow, type FormFlow } from "@/lib/wizard/drafts/form-flow";
import type { FormSchool } from "@/lib/wizard/drafts/queries";
import type { DraftContent } from "@/lib/wizard/drafts/writes";
import type { Answers, FormField } from "@/lib/wizard/types";
import type { StepData } from "./step-data";

/** In order; cached for the request. */
export const getDraftStudents = cache((flow: FormFlow, school: FormSchool, locale: string) =>
  listChildren(flow.content).map((child) => {
    const { answers } = child === flow.content ? flow : createFormFlow(child, school);
    const birthDate = answers.student_birth_date;
    return {
      key: child.key ?? 0,
      name: getFullName(answers, "student"),
      firstName: String(answers.student_name ?? ""),
      birthDate: typeof birthDate === "string" ? birthDate : undefined,
      /** At the start of the course. */
      age: getAge(answers, school),
      /** Localised instrument and course; empty if not chosen. */
      course: getChoiceName(answers, school, locale),
      price: getDraftPrice(answers, school),
      answers,
    };
  }),
);

/** With their prices in the language of the page; `total` is undefined without prices. */
export async function getPricedStudents({ flow, school }: Pick<StepData, "flow" | "school">) {
  const [t, locale] = await Promise.all([getTranslations("price"), getLocale()]);
  const students = getDraftStudents(flow, school, locale);
  const total = sumPrices(students.map(({ price }) => price));
  return {
    students: students.map((student) => ({ ...student, cost: formatPrice(student.price, t, locale).line })),
    total: total && formatPrice(total, t, locale),
  };
}

/** By key, to confirm the removal of the displayed child. */
export const getShownChildren = (content: DraftContent, school: FormSchool): Parts =>
  Object.fromEntries(
    getDraftStudents(createFormFlow(content, school), school, "es").map(({ key, name, birthDate }) => [
      key,
      { name, born: birthDate },
    ]),
  );

/** Empty before it is known. */
export const getFullName = (answers: Answers, person: "student" | "guardian") =>
  [answers[`${person}_name` as FormField], answers[`${person}_surname` as FormField]]
    .filter(Boolean)
    .join(" ");

function getAge(answers: Answers, school: FormSchool) {
  const year = school.years.find(({ id }) => id === answers.school_year_id) ?? school.openYears[0];
  const birthDate = answers.student_birth_date;
  if (!year || typeof birthDate !== "string") return;
  return getAgeAtStart(birthDate, year.start_school_year, school.settings.course_age);
}

function getChoiceName(answers: Answers, school: FormSchool, locale: string): LocalName {
  const catalogue = school.getCatalogue(Number(answers.school_year_id));
  const speciality = catalogue?.specialities.items.find(
    ({ id }) => id === answers.student_speciality_option1,
  );
  const syllabus = catalogue?.syllabi.items.find(({ id }) => id === answers.student_syllabi_option1);
  return joinNames(
    [speciality, syllabus].map((item) => item && getNameIn(item, locale)),
    " · ",
  );
}

/** Undefined without a course or a price. */
function getDraftPrice(answers: Answers, school: FormSchool): Price | undefined {
  const year = school.years.find(({ id }) => id === answers.school_year_id);
  const { syllabi } = (year && school.getCatalogue(year.id)) ?? {};
  const syllabus = syllabi?.items.find(({ id }) => id === answers.student_syllabi_option1);
  if (!year || !syllabus) return;
  const tariff = getTariff(year, school.settings.price_period);
  return calculateCoursePrice(syllabus, tariff, Number(answers.student_speciality_option1));
}
