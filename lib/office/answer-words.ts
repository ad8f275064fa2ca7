import type { PartOptions } from "@/lib/enrollment/correct/choices";
import type { FieldName, List } from "@/lib/enrollment/fields";
import { toAnswerName } from "@/lib/enrollment/stored-answers";
import { getOptionsList, getField } from "@/lib/form/questions";
import { getDateLocale, formatDay } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import type { DocumentType, ExperienceKey } from "@/lib/reference/lists";

export type AnswerLabels = ReturnType<typeof createAnswerLabels>;

/** How the desk calls each field of the form, and an answer to it, in a reader's language. */
export function createAnswerLabels(locale: Locale, year: PartOptions) {
  const t = getTranslator(locale);
  const say = createAnswerFormatter(locale);

  function label(field: FieldName): string {
    const { words, stored } = getField(field);
    if (stored && "option" in stored)
      return t(`desk.enrollment.${stored.in === "syllabi" ? "syllabus" : "speciality"}`, {
        option: stored.option,
      });
    if (words === "observations") return t("desk.enrollment.observations");
    if (words === "email" || words === "document") return t(`desk.enrollment.person.${words}`);
    return t(`wizard.fields.${words as "name"}.label`);
  }

  return {
    label,
    say: (field: FieldName, answer: unknown): string =>
      answer === undefined || answer === null
        ? t("desk.correct.none")
        : say(field, toAnswerName(field, answer, year)),
  };
}

/** Answers as people say them: days in words, codes by what their lists call them. */
function createAnswerFormatter(locale: Locale) {
  const t = getTranslator(locale);
  const regions = new Intl.DisplayNames(getDateLocale(locale), { type: "region" });
  const said: Partial<Record<List, (value: string) => string>> = {
    "document-types": (type) => t(`wizard.fields.documentTypes.${type as DocumentType}`),
    countries: (code) => regions.of(code.toUpperCase()) ?? code,
    "yes-no": (answer) => t(`wizard.${answer === "true" ? "yes" : "no"}`),
    experience: (key) => t(`wizard.fields.experience_years.${key as ExperienceKey}`),
  };
  return (field: FieldName, answer: unknown): string => {
    if (getField(field).control === "date") return formatDay(String(answer), locale);
    const list = getOptionsList(field);
    return (list && said[list]?.(String(answer))) ?? String(answer);
  };
}
