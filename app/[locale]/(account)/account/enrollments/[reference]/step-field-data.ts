import { getTranslations } from "next-intl/server";
import { getCourseOptions } from "@/app/[locale]/_lib/course-options";
import { getCountryOptions } from "@/components/wizard/fields/select-options";
import type { StepFieldData } from "@/components/wizard/fields/step-field-data";
import { getCatalogueSnapshot } from "@/lib/catalogue/queries";
import type { SentAnswers } from "@/lib/family/queries";
import type { Locale } from "@/lib/i18n/locales";
import { toLocalDay } from "@/lib/platform/dates";
import { getSettings } from "@/lib/school/settings";
import { getBranch } from "@/lib/wizard/steps";
import type { RawInput } from "@/lib/wizard/types";

/**
 * Catalogue of the enrollment's year, even if closed, and countries.
 * @param newChoices choices that are not saved yet
 */
export async function getSubmittedStepData(
  { answers, schoolYearId, year, createdAt, hiddenFields }: SentAnswers,
  locale: Locale,
  newChoices: RawInput = {},
): Promise<StepFieldData> {
  const [{ schoolYears, byYear }, school, t] = await Promise.all([
    getCatalogueSnapshot(),
    getSettings(),
    getTranslations("wizard"),
  ]);
  const countries = [answers.guardian_country, answers.student_country].filter(
    (code) => typeof code === "string",
  );
  const studies = {
    year: schoolYears.find(({ id }) => id === schoolYearId),
    yearCatalogue: byYear.get(schoolYearId),
    birthDate: answers.student_birth_date,
    choices: { ...answers, ...newChoices },
    experience: answers.student_experience_years,
    experienceInstrument: answers.student_experience_speciality,
  };
  return {
    branch: getBranch(answers, toLocalDay(school.time_zone, createdAt)),
    hiddenFields,
    termsUrl: school.terms_url,
    age: undefined,
    years: [{ value: String(schoolYearId), label: year }],
    exampleYear: 0,
    countries: getCountryOptions(countries, locale),
    prefixes: [],
    phoneLengths: {},
    emailOptional: school.allow_minors_without_email,
    ...getCourseOptions(studies, school, { t, locale }),
  };
}
