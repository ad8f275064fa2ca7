import { listPartFields, type PartOptions } from "@/lib/desk/correction/queries";
import { type Field, type FieldName, fieldRows, type OptionList, type Role } from "@/lib/enrollment/fields";
import { readStoredAnswers, toAnswerName } from "@/lib/enrollment/stored-answers";
import { formatDay, getDateLocale } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import { getTranslator } from "@/lib/i18n/translator";
import type { DocumentType, experienceOptions } from "@/lib/reference/values";
import { getField, getOptionsList } from "@/lib/wizard/questions";
import type { EnrollmentRecord, RecordPerson } from "./queries";

type ExperienceKey = (typeof experienceOptions)[number]["key"];

/** Display order of a person's fields; others follow. */
const ORDER = [
  ...["name", "surname", "birth_date", "document_type", "document"],
  ...["email", "phone_country_code", "phone", "address", "zip_code", "city", "country"],
];

type AnswerRow = { field: FieldName; answer: unknown };

export const getFieldOrder = ({ textKey }: Pick<Field, "textKey">): number =>
  ORDER.includes(textKey) ? ORDER.indexOf(textKey) : ORDER.length;

/** The answers about the studies in form order; undefined without any. */
export function listStudyAnswers(enrollment: EnrollmentRecord): AnswerRow[] {
  const answers = readStoredAnswers(enrollment, {});
  const fields = listPartFields("studies", enrollment.student.guardians.length > 0 ? "minor" : "adult");
  return fields.map((field) => ({ field, answer: answers[field] }));
}

/**
 * A person's answers. A second guardian is shown like the first: with an account they have added what the form did not
 * ask.
 */
export function listPersonAnswers(person: RecordPerson, role: Exclude<Role, "second_guardian">): AnswerRow[] {
  const answers = readStoredAnswers(undefined, { [role]: person });
  const rows = fieldRows
    .filter(([, row]) => row.person === role)
    .sort(([, a], [, b]) => getFieldOrder(a) - getFieldOrder(b));
  return rows.map(([field]) => ({ field, answer: answers[field] }));
}

export function createAnswerLabels(locale: Locale, year: PartOptions) {
  const t = getTranslator(locale);
  const formatAnswer = createAnswerFormatter(locale);

  function label(field: FieldName): string {
    const { textKey, stored } = getField(field);
    if (stored && "option" in stored)
      return t(`desk.enrollment.${stored.in === "syllabi" ? "syllabus" : "speciality"}`, {
        option: stored.option,
      });
    if (textKey === "observations") return t("desk.enrollment.observations");
    if (textKey === "email" || textKey === "document") return t(`desk.enrollment.person.${textKey}`);
    return t(`wizard.fields.${textKey as "name"}.label`);
  }

  return {
    label,
    format: (field: FieldName, answer: unknown): string =>
      answer === undefined || answer === null
        ? t("desk.correct.none")
        : formatAnswer(field, toAnswerName(field, answer, year)),
  };
}

/** Formats days and codes for people. */
function createAnswerFormatter(locale: Locale) {
  const t = getTranslator(locale);
  const regions = new Intl.DisplayNames(getDateLocale(locale), { type: "region" });
  const formatters: Partial<Record<OptionList, (value: string) => string>> = {
    "document-types": (type) => t(`wizard.fields.documentTypes.${type as DocumentType}`),
    countries: (code) => regions.of(code.toUpperCase()) ?? code,
    "yes-no": (answer) => t(`wizard.${answer === "true" ? "yes" : "no"}`),
    experience: (key) => t(`wizard.fields.experience_years.${key as ExperienceKey}`),
  };
  return (field: FieldName, answer: unknown): string => {
    if (getField(field).control === "date") return formatDay(String(answer), locale);
    const list = getOptionsList(field);
    return (list && formatters[list]?.(String(answer))) ?? String(answer);
  };
}
