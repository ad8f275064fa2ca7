import { getLocale, getTranslations } from "next-intl/server";
import { countryNames } from "@/components/form/options";
import type { PartChoices } from "@/lib/desk/correct/choices";
import type { FieldName } from "@/lib/enrollment/fields";
import { rowOf } from "@/lib/form/questions";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import type { DocumentType, ExperienceKey } from "@/lib/reference/lists";

export type AnswerWords = Awaited<ReturnType<typeof answerWords>>;

/** How the desk calls each field of the form, and an answer to it. */
export async function answerWords({ specialities, syllabi }: PartChoices) {
  const [locale, fields, one, person, none] = await Promise.all([
    getLocale() as Promise<Locale>,
    getTranslations("wizard.fields"),
    getTranslations("desk.enrollment"),
    getTranslations("desk.enrollment.person"),
    getTranslations("desk.correct"),
  ]);
  const country = countryNames(locale);
  const nameIn = (list: PartChoices["syllabi"], id: string) =>
    list.find((item) => String(item.id) === id)?.name ?? id;

  function label(field: FieldName): string {
    const { words, stored } = rowOf(field);
    if (stored && "option" in stored)
      return one(stored.in === "syllabi" ? "syllabus" : "speciality", { option: stored.option });
    const own: Record<string, () => string> = {
      speciality: () => fields("experience_speciality.label"),
      experience_years: () => fields("experience_years.label"),
      observations: () => one("observations"),
      email: () => person("email"),
      phone_country_code: () => fields("phone_prefix.label"),
    };
    return own[words]?.() ?? fields(`${words as "name"}.label`);
  }

  function say(field: FieldName, answer: unknown): string {
    if (answer === undefined || answer === null) return none("none");
    const { words } = rowOf(field);
    const said: Record<string, (value: string) => string> = {
      birth_date: (day) => dayInWords(day, locale),
      document_type: (type) => fields(`documentTypes.${type as DocumentType}`),
      country,
      speciality: (id) => nameIn(specialities, id),
      syllabi: (id) => nameIn(syllabi, id),
      experience_years: (key) => fields(`experience_years.${key as ExperienceKey}`),
    };
    return said[words]?.(String(answer)) ?? String(answer);
  }

  return { label, say };
}
