import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import {
  countryOptions,
  prefixOptions,
  specialityOptions,
  syllabusFactLines,
  syllabusOptions,
  yearOptions,
} from "@/components/enrollment/options";
import type { QuestionData } from "@/components/enrollment/question-data";
import { ageOn } from "@/lib/dates";
import { callingCodes } from "@/lib/reference/calling-codes";
import type { Standing } from "./standing";

/** What the questions show of the school, in the page's language. */
export async function questionData({ school, content, flow }: Standing): Promise<QuestionData> {
  const [t, format, locale] = await Promise.all([getTranslations("wizard"), getFormatter(), getLocale()]);
  const { answers, branch } = flow;
  const year = school.years.find(({ id }) => id === answers.school_year_id);
  const catalogue = year && school.catalogueOf(year.id);
  const specialities = catalogue?.specialities.items ?? [];
  const syllabi = catalogue?.syllabi.items ?? [];
  const firstChoice = answers.student_speciality_option1 as number | undefined;
  const birth = answers.student_birth_date;
  const { today } = school.context;
  return {
    branch,
    age: typeof birth === "string" ? ageOn(birth, today) : undefined,
    years: yearOptions(school.open),
    exampleYear: Number(today.slice(0, 4)) - 12,
    countries: countryOptions(school.context.countries, locale),
    prefixes: prefixOptions(callingCodes(school.settings.supported_countries), locale),
    emailOptional: school.context.minorsWithoutEmail,
    specialities: specialityOptions(specialities, locale),
    syllabi: syllabusOptions(syllabi, t, format),
    syllabusFacts: syllabusFactLines(syllabi, firstChoice, t, format),
    catalogue: { year: year?.year ?? "", syllabi },
    cleared: content.cleared ? format.list(content.cleared) : "",
  };
}
