import { listUntaughtOptions } from "@/lib/catalogue/suggest-courses";
import { fields as fieldsOfApi, type Role } from "@/lib/enrollment/fields";
import { formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import type { DocumentType } from "@/lib/reference/values";
import { toRawInput } from "@/lib/wizard/form-values";
import { type formQuestions, getField, getRowField } from "@/lib/wizard/questions";
import type { Answers, FormField } from "@/lib/wizard/types";
import { getAdvice } from "../fields/advice-texts";
import { findFieldOption } from "../fields/field-options";
import { getFieldLabel, type WizardTranslator } from "../fields/field-texts";
import type { StepFieldData } from "../fields/step-field-data";

type FormQuestionName = keyof typeof formQuestions;

/** `alone`: the card's title is the label. */
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
  const heads = fields.filter((field) => !fields.some((other) => other === getRowField(field)));
  const rows = heads.map((field, at) => {
    const { person, textKey: name, stored } = getField(field);
    if (stored && "option" in stored) return createChoiceRow(stored.option, fields, context);
    if (!(field in fieldsOfApi)) return createQuestionRow(field as FormQuestionName, context);
    const joined = person && joins[name];
    return joined ? joined(person, context) : createFieldRow(field, context, at === 0 ? title : undefined);
  });
  return rows.length === 1 ? rows.map((only) => ({ alone: true, ...only })) : rows;
}

/** Rows that combine several fields of a person, by the label's field. */
const joins: Record<string, (person: Role, context: AnswerContext) => CheckAnswersRow> = {
  name: (person, { t, answers }) => ({
    label: t("check.name"),
    value: [of(answers, person, "name"), of(answers, person, "surname")].filter(Boolean).join(" "),
    alone: false,
  }),

  document(person, context) {
    const type = of(context.answers, person, "document_type");
    const number = createFieldRow(`${person}_document` as FormField, context);
    if (!type || !number.value) return number;
    return { ...number, label: context.t(`fields.documentTypes.${type as DocumentType}`), alone: false };
  },

  phone(person, context) {
    const number = createFieldRow(`${person}_phone` as FormField, context);
    const prefix = of(context.answers, person, "phone_country_code") ?? "";
    return number.value ? { ...number, value: `${prefix} ${number.value}` } : number;
  },

  address(person, context) {
    const { t, answers, data } = context;
    const label = t("fields.address.label");
    if (person === "student" && answers.student_same_address === "yes")
      return { label, value: t("check.same") };
    const part = (name: string) => of(answers, person, name);
    const country = data.countries.find(({ value }) => value === part("country"))?.label;
    const lines = [part("address"), [part("zip_code"), part("city")].filter(Boolean).join(" "), country];
    return { label, value: lines.filter(Boolean).join("\n") };
  },

  email: (person, context) =>
    createFieldRow(
      `${person}_email` as FormField,
      context,
      person === "second_guardian" ? undefined : context.t("check.email"),
    ),
};

/** Instrument and course of a choice in one row. */
function createChoiceRow(
  option: 1 | 2 | 3,
  fields: readonly FormField[],
  context: AnswerContext,
): CheckAnswersRow {
  const both = ([`student_speciality_option${option}`, `student_syllabi_option${option}`] as const)
    .filter((field) => fields.includes(field))
    .map((field) => createFieldRow(field, context));
  const { syllabi, ...chosen } = context.data.catalogue;
  const untaught = listUntaughtOptions(syllabi, {
    specialities: chosen.instruments,
    syllabi: chosen.courses,
  });
  return {
    label: context.t("fields.choice", { at: String(option) }),
    value: both.flatMap(({ value }) => value || []).join(" · "),
    lang: both.find(({ lang }) => lang)?.lang,
    advice: untaught.includes(option) ? context.t("check.notTaught") : undefined,
  };
}

/** A wizard question is shown only if the answer leaves no other row. */
function createQuestionRow(question: FormQuestionName, { t, answers, data }: AnswerContext): CheckAnswersRow {
  const label = t(`check.asked.${question as Told}`);
  if (question === "merits") {
    const codes = String(answers.merits ?? "").split(" ");
    const named = data.merits?.choices.filter(({ value }) => codes.includes(value)) ?? [];
    return { label, value: named.map((one) => one.label).join("\n") };
  }
  return { label, value: answers[question] === "no" ? t("no") : t("fields.studies_later.label") };
}

type Told = Exclude<FormQuestionName, "student_same_address">;

const of = (answers: Answers, person: Role, part: string) => answers[`${person}_${part}` as FormField];

function createFieldRow(
  field: FormField,
  { t, locale, answers, data }: AnswerContext,
  label?: string,
): CheckAnswersRow {
  const typed = toRawInput(answers, [field])[field];
  const chosen = typed === undefined ? undefined : findFieldOption(field, typed, data, t);
  const answer = answers[field] === undefined ? "" : String(answers[field]);
  const { control } = getField(field);
  const isDay = answer !== "" && control === "date";
  const advice = getAdvice(field, answers, data, t);
  return {
    label: label ?? getFieldLabel(field, data.branch, t),
    value: isDay ? formatDay(answer, locale) : (chosen?.label ?? answer),
    lang: chosen?.lang,
    advice,
    mistyped: advice && control === "email" ? field : undefined,
  };
}
