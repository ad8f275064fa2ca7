import { getLocale, getTranslations } from "next-intl/server";
import { countryNames } from "@/components/form/options";
import type { PartChoices } from "@/lib/desk/correct/choices";
import type { FieldName, List } from "@/lib/enrollment/fields";
import { listOf, rowOf } from "@/lib/form/questions";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import type { DocumentType, ExperienceKey } from "@/lib/reference/lists";

export type AnswerWords = Awaited<ReturnType<typeof answerWords>>;

/** How the desk calls each field of the form, and an answer to it. */
export async function answerWords({ specialities, syllabi }: PartChoices) {
  const [locale, wizard, fields, one, person, none] = await Promise.all([
    getLocale() as Promise<Locale>,
    getTranslations("wizard"),
    getTranslations("wizard.fields"),
    getTranslations("desk.enrollment"),
    getTranslations("desk.enrollment.person"),
    getTranslations("desk.correct"),
  ]);
  const nameIn = (list: PartChoices["syllabi"], id: string) =>
    list.find((item) => String(item.id) === id)?.name ?? id;

  const said: Partial<Record<List, (value: string) => string>> = {
    "document-types": (type) => fields(`documentTypes.${type as DocumentType}`),
    countries: countryNames(locale),
    specialities: (id) => nameIn(specialities, id),
    syllabi: (id) => nameIn(syllabi, id),
    "yes-no": (answer) => wizard(answer === "true" ? "yes" : "no"),
    experience: (key) => fields(`experience_years.${key as ExperienceKey}`),
  };

  function label(field: FieldName): string {
    const { words, stored } = rowOf(field);
    if (stored && "option" in stored)
      return one(stored.in === "syllabi" ? "syllabus" : "speciality", { option: stored.option });
    const own: Record<string, () => string> = {
      observations: () => one("observations"),
      email: () => person("email"),
    };
    return own[words]?.() ?? fields(`${words as "name"}.label`);
  }

  function say(field: FieldName, answer: unknown): string {
    if (answer === undefined || answer === null) return none("none");
    if (rowOf(field).control === "date") return dayInWords(String(answer), locale);
    const list = listOf(field);
    return (list && said[list]?.(String(answer))) ?? String(answer);
  }

  return { label, say };
}
