import { countryOptions, specialityOptions, syllabusName } from "@/components/form/options";
import type { QuestionData } from "@/components/form/question-data";
import { catalogueSnapshot } from "@/lib/catalogue/snapshot";
import type { SentEnrollment } from "@/lib/family/sent";
import { branchOf } from "@/lib/form/steps";
import { catalogueLang, type Locale } from "@/lib/i18n/locales";
import { dayIn } from "@/lib/platform/dates";
import { settings } from "@/lib/school/settings";

/** What the answers of a sent enrollment name: its own year's catalogue, open or not, and its countries. */
export async function sentData(
  { answers, schoolYearId, year, createdAt, hidden }: SentEnrollment,
  locale: Locale,
): Promise<QuestionData> {
  const [{ byYear }, school] = await Promise.all([catalogueSnapshot(), settings()]);
  const catalogue = byYear.get(schoolYearId);
  const countries = [answers.guardian_country, answers.student_country].filter(
    (code) => typeof code === "string",
  );
  const syllabi = catalogue?.syllabi.items ?? [];
  const lang = catalogueLang(locale);
  return {
    branch: branchOf(answers, dayIn(school.time_zone, createdAt)),
    unasked: hidden,
    contact: { email: school.contact_email, phone: school.contact_phone },
    termsUrl: school.terms_url,
    age: undefined,
    years: [{ value: String(schoolYearId), label: year }],
    exampleYear: 0,
    countries: countryOptions(countries, locale),
    prefixes: [],
    phoneLengths: {},
    emailOptional: school.allow_minors_without_email,
    specialities: specialityOptions(catalogue?.specialities.items ?? [], locale),
    syllabi: [
      {
        label: "",
        options: syllabi.map((syllabus) => ({
          value: String(syllabus.id),
          label: syllabusName(syllabus),
          lang,
        })),
      },
    ],
    catalogue: { syllabi, taken: undefined, tariff: { by: "month", months: 1 } },
    cleared: "",
  };
}
