import { findAgeProblem, listUntaughtOptions } from "@/lib/catalogue/suggest-courses";
import { fields as fieldsOfApi, type Role } from "@/lib/enrollment/fields";
import { formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import type { DocumentType } from "@/lib/reference/values";
import { toRawInput } from "@/lib/wizard/form-values";
import { choiceFields, type formQuestions, getField, getRowField } from "@/lib/wizard/questions";
import type { Answers, FormField } from "@/lib/wizard/types";
import { getAdvice } from "../fields/advice-texts";
import { findFieldOption } from "../fields/field-options";
import { getFieldLabel, type WizardTranslator } from "../fields/field-texts";
import type { StepFieldData } from "../fields/step-field-data";

type FormQuestionName = keyof typeof formQuestions;

/** `alone`: the label is the card's title, so it is visually hidden. */
export type CheckAnswersRow = {
  label: string;
  value: string;
  alone?: boolean;
  advice?: string;
  /** The field with a mistyped address, if the advice is about another one. */
  mistyped?: FormField;
  lang?: string;
};

export type AnswerContext = {
  t: WizardTranslator;
  locale: Locale;
  answers: Answers;
  data: StepFieldData;
};

/** @param title the card's; the first row does not repeat it */
export function getCheckAnswersRows(
  fields: readonly FormField[],
  title: string | undefined,
  context: AnswerContext,
): CheckAnswersRow[] {
  const rowFields = fields.filter((field) => !fields.some((other) => other === getRowField(field)));
  const rows = rowFields.map((field, index) => {
    const { person, textKey: name, stored } = getField(field);
    if (stored && "option" in stored) return createChoiceRow(stored.option, fields, context);
    if (!(field in fieldsOfApi)) return createQuestionRow(field as FormQuestionName, context);
    const createRow = person && combinedRows[name];
    if (createRow) return createRow(person, context);
    return createFieldRow(field, context, index === 0 ? title : undefined);
  });
  return rows.length === 1 ? rows.map((row) => ({ alone: true, ...row })) : rows;
}

/** Rows that combine several fields of a person, by the label's field. */
const combinedRows: Record<string, (person: Role, context: AnswerContext) => CheckAnswersRow> = {
  name: (person, { t, answers }) => ({
    label: t("check.name"),
    value: ["name", "surname"].flatMap((part) => getAnswer(answers, person, part) || []).join(" "),
    alone: false,
  }),

  document(person, context) {
    const type = getAnswer(context.answers, person, "document_type");
    const number = createFieldRow(`${person}_document` as FormField, context);
    if (!type || !number.value) return number;
    return { ...number, label: context.t(`fields.documentTypes.${type as DocumentType}`), alone: false };
  },

  phone(person, context) {
    const number = createFieldRow(`${person}_phone` as FormField, context);
    const prefix = getAnswer(context.answers, person, "phone_country_code") ?? "";
    return number.value ? { ...number, value: `${prefix} ${number.value}` } : number;
  },

  address(person, context) {
    const { t, answers, data } = context;
    const label = t("fields.address.label");
    if (person === "student" && answers.student_same_address === "yes")
      return { label, value: t("check.same") };
    const get = (name: string) => getAnswer(answers, person, name);
    const country = data.countries.find(({ value }) => value === get("country"))?.label;
    const lines = [get("address"), [get("zip_code"), get("city")].filter(Boolean).join(" "), country];
    return { label, value: lines.filter(Boolean).join("\n") };
  },

  email: (person, context) =>
    createFieldRow(
      `${person}_email` as FormField,
      context,
      person === "second_guardian" ? undefined : context.t("fields.email.label", { who: "you" }),
    ),
};

/** Instrument and course of a choice in one row; without any choice the first says so. */
function createChoiceRow(
  option: 1 | 2 | 3,
  fields: readonly FormField[],
  context: AnswerContext,
): CheckAnswersRow {
  const { t, answers } = context;
  const isOpen = [...choiceFields, "studies_later" as const].every((field) => answers[field] === undefined);
  if (option === 1 && isOpen) return { label: t("check.asked.studies_later"), value: t("overview.open") };
  const rows = ([`student_speciality_option${option}`, `student_syllabi_option${option}`] as const)
    .filter((field) => fields.includes(field))
    .map((field) => createFieldRow(field, context));
  const { syllabi, instruments, courses, student } = context.data.catalogue;
  const courseId = courses.find((choice) => choice.option === option)?.id;
  const course = syllabi.find(({ id }) => id === courseId);
  const ageProblem = course && findAgeProblem(course, student);
  const untaught = listUntaughtOptions(syllabi, { specialities: instruments, syllabi: courses });
  return {
    label: context.t("fields.choice", { at: String(option) }),
    value: rows.flatMap(({ value }) => value || []).join(" · "),
    lang: rows.find(({ lang }) => lang)?.lang,
    advice: untaught.includes(option)
      ? context.t("check.notTaught")
      : ageProblem && context.t("check.notForAge", ageProblem),
  };
}

/** A wizard question is shown only if the answer leaves no other row. */
function createQuestionRow(question: FormQuestionName, { t, answers, data }: AnswerContext): CheckAnswersRow {
  const label = t(`check.asked.${question as AnsweredQuestion}`);
  if (question === "merits") {
    const codes = String(answers.merits ?? "").split(" ");
    const claims = data.claims?.choices.filter(({ value }) => codes.includes(value)) ?? [];
    return { label, value: claims.map((claim) => claim.label).join("\n") };
  }
  return { label, value: answers[question] === "no" ? t("no") : t("fields.studies_later.label") };
}

type AnsweredQuestion = Exclude<FormQuestionName, "student_same_address">;

const getAnswer = (answers: Answers, person: Role, part: string) => answers[`${person}_${part}` as FormField];

function createFieldRow(
  field: FormField,
  { t, locale, answers, data }: AnswerContext,
  label?: string,
): CheckAnswersRow {
  const rawValue = toRawInput(answers, [field])[field];
  const option = rawValue === undefined ? undefined : findFieldOption(field, rawValue, data, t);
  const answer = answers[field] === undefined ? "" : String(answers[field]);
  const { control } = getField(field);
  const isDay = answer !== "" && control === "date";
  const advice = getAdvice(field, answers, data, t);
  return {
    label: label ?? getFieldLabel(field, data.branch, t),
    value: isDay ? formatDay(answer, locale) : (option?.label ?? answer),
    lang: option?.lang,
    advice,
    mistyped: advice && control === "email" ? field : undefined,
  };
}
