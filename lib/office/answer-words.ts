import type { PartChoices } from "@/lib/enrollment/correct/choices";
import type { FieldName, List } from "@/lib/enrollment/fields";
import { namedAnswer } from "@/lib/enrollment/stored-answers";
import { listOf, rowOf } from "@/lib/form/questions";
import { dateTag, dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import { translatorOf } from "@/lib/i18n/translator";
import type { DocumentType, ExperienceKey } from "@/lib/reference/lists";

export type AnswerWords = ReturnType<typeof answerWords>;

/** How the desk calls each field of the form, and an answer to it, in a reader's language. */
export function answerWords(locale: Locale, year: PartChoices) {
  const t = translatorOf(locale);
  const say = sayer(locale);

  function label(field: FieldName): string {
    const { words, stored } = rowOf(field);
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
        : say(field, namedAnswer(field, answer, year)),
  };
}

/** Answers as people say them: days in words, codes by what their lists call them. */
function sayer(locale: Locale) {
  const t = translatorOf(locale);
  const regions = new Intl.DisplayNames(dateTag(locale), { type: "region" });
  const said: Partial<Record<List, (value: string) => string>> = {
    "document-types": (type) => t(`wizard.fields.documentTypes.${type as DocumentType}`),
    countries: (code) => regions.of(code.toUpperCase()) ?? code,
    "yes-no": (answer) => t(`wizard.${answer === "true" ? "yes" : "no"}`),
    experience: (key) => t(`wizard.fields.experience_years.${key as ExperienceKey}`),
  };
  return (field: FieldName, answer: unknown): string => {
    if (rowOf(field).control === "date") return dayInWords(String(answer), locale);
    const list = listOf(field);
    return (list && said[list]?.(String(answer))) ?? String(answer);
  };
}
