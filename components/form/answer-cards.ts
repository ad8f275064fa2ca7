import type { useTranslations } from "next-intl";
import type { Option } from "@/components/ui/select";
import type { Answers, Branch, FormField } from "@/lib/form/answers";
import { rowOf } from "@/lib/form/questions";
import { fieldsOfStep, type StepId, stepRow } from "@/lib/form/steps";
import { dayInWords } from "@/lib/i18n/days";
import type { Locale } from "@/lib/i18n/locales";
import type { DocumentType, ExperienceKey } from "@/lib/reference/lists";
import { adviceOn } from "./advice-words";
import { plainFieldsOf } from "./plain-fields";
import type { QuestionData } from "./question-data";

type Translate = ReturnType<typeof useTranslations<"wizard">>;

/** One thing that was answered; `alone` when the card's title says already what it is. */
export type Row = { label: string; value: string; alone?: boolean; advice?: string; lang?: string };

/** What one step asked: its rows, what was left blank, and where to change it. */
export type Card = {
  step: StepId;
  title: string;
  /** What the way to change it leads to, in words that no other card has. */
  what: string;
  rows: Row[];
  blank: string[];
  removable: boolean;
};

type Words = { t: Translate; locale: Locale; answers: Answers; data: QuestionData };

const sectionIds = ["student", "guardian", "studies"] as const;

/** What was answered, a card for each step, under whom or what it is about (wizard 33, 42). */
export function answerSections(steps: StepId[], words: Words): { title: string; cards: Card[] }[] {
  const { t, data } = words;
  return sectionIds.flatMap((id) => {
    const title = t(`check.sections.${id}`, { who: whoOf(data.branch) });
    const cards = steps
      .filter((step) => stepRow(step).section === id)
      .flatMap((step) => cardOf(step, title, words) ?? []);
    return cards.length > 0 ? [{ title, cards }] : [];
  });
}

const whoOf = (branch: Branch | undefined) => (branch === "adult" ? "you" : "child");

function cardOf(step: StepId, section: string, words: Words): Card | undefined {
  const laidOut = rowsOf(step, words);
  if (!laidOut) return;
  const rows = [...laidOut, ...plainRows(step, words)];
  const title = words.t(`check.cards.${step as AnsweredStep}`, { who: whoOf(words.data.branch) });
  const given = rows.filter(({ value }) => value !== "");
  return {
    step,
    title,
    what: words.t("check.what", { title, section }),
    rows: given,
    blank: given.length === 0 ? [] : rows.filter(({ value }) => value === "").map(({ label }) => label),
    removable: fieldsOfStep(step).includes("has_second_guardian") && given.length > 0,
  };
}

type AnsweredStep = Exclude<StepId, "check" | "still-right">;

/** Undefined for a question of the form's own, which led to answers that have cards of their own. */
function rowsOf(step: StepId, words: Words): Row[] | undefined {
  const { answers } = words;
  switch (step) {
    case "check":
    case "still-right":
      return;
    case "student-more":
      return answers.add_student_details === "yes" ? undefined : [];
    case "second-guardian":
      return answers.has_second_guardian === "yes" ? [alone("second_guardian_email", words)] : [];
    case "guardian-name":
    case "student-name":
      return nameRows(step === "guardian-name" ? "guardian" : "student", words);
    case "guardian-document":
    case "student-document":
      return [documentRow(step === "guardian-document" ? "guardian" : "student", words)];
    case "guardian-contact":
    case "student-contact":
      return contactRows(step === "guardian-contact" ? "guardian" : "student", words);
    case "guardian-address":
    case "student-address":
      return [addressRow(step === "guardian-address" ? "guardian" : "student", words)];
    case "school-year":
      return [alone("school_year_id", words)];
    case "birth-date":
      return [alone("student_birth_date", words)];
    case "observations":
      return [alone("enrollment_observations", words)];
    case "experience":
      return experienceRows(words);
    case "specialities":
      return choiceRows("student_speciality_option", words);
    case "syllabi":
      return choiceRows("student_syllabi_option", words);
  }
}

type Person = "guardian" | "student";

function nameRows(person: Person, words: Words): Row[] {
  const { t, answers, data } = words;
  const name = [answers[`${person}_name`], answers[`${person}_surname`]].filter(Boolean).join(" ");
  const rows: Row[] = [{ label: t("check.name"), value: name }];
  if (person === "guardian") rows.push(row("guardian_birth_date", t("fields.birth_date.label"), words));
  else if (data.branch === "minor") rows.push(row("student_email", t("check.email"), words));
  return rows;
}

function documentRow(person: Person, words: Words): Row {
  const { t, answers } = words;
  const type = answers[`${person}_document_type`];
  const number = row(`${person}_document`, t("fields.document.label"), words);
  return type && number.value
    ? { ...number, label: t(`fields.documentTypes.${type as DocumentType}`) }
    : { ...number, alone: true };
}

function contactRows(person: Person, words: Words): Row[] {
  const { t, answers, data } = words;
  const phone = row(`${person}_phone`, t("fields.phone.label"), words);
  const prefix = answers[`${person}_phone_country_code`] ?? "";
  const whole = phone.value ? { ...phone, value: `${prefix} ${phone.value}` } : phone;
  if (person === "student" && data.branch === "minor") return [{ ...whole, alone: true }];
  return [row(`${person}_email`, t("check.email"), words), whole];
}

function addressRow(person: Person, { t, answers, data }: Words): Row {
  const label = t("fields.address.label");
  if (person === "student" && answers.student_same_address === "yes")
    return { label, value: t("check.same"), alone: true };
  const of = (part: "address" | "zip_code" | "city" | "country") => answers[`${person}_${part}`];
  const country = data.countries.find(({ value }) => value === of("country"))?.label;
  const lines = [of("address"), [of("zip_code"), of("city")].filter(Boolean).join(" "), country];
  return { label, value: lines.filter(Boolean).join("\n"), alone: true };
}

function experienceRows(words: Words): Row[] {
  const { t, answers } = words;
  const years = answers.student_experience_years;
  return [
    row("student_experience_speciality", t("fields.experience_speciality.label"), words),
    {
      label: t("fields.experience_years.label"),
      value: years === undefined ? "" : t(`fields.experience_years.${years as ExperienceKey}`),
    },
  ];
}

const choiceRows = (list: "student_speciality_option" | "student_syllabi_option", words: Words): Row[] =>
  (["1", "2", "3"] as const).map((at) => row(`${list}${at}`, words.t("fields.choice", { at }), words));

/** The rows of the fields whose control follows from their row, too. */
const plainRows = (step: StepId, words: Words): Row[] =>
  plainFieldsOf(step, words.data.branch).map((field) => {
    const { t, answers } = words;
    const told = row(field, t(`fields.${rowOf(field).words}.label` as never), words);
    const answer = answers[field];
    return typeof answer === "boolean" ? { ...told, value: t(answer ? "yes" : "no") } : told;
  });

const alone = (field: FormField, words: Words): Row => ({ ...row(field, "", words), alone: true });

function row(field: FormField, label: string, { t, locale, answers, data }: Words): Row {
  const answer = answers[field];
  const { value, lang } = answer === undefined ? { value: "" } : said(field, String(answer), locale, data);
  return { label, value, lang, advice: adviceOn(field, answers, data, t) };
}

/** An answer in words; what a list calls it where it was chosen from one. */
function said(
  field: FormField,
  value: string,
  locale: Locale,
  data: QuestionData,
): { value: string; lang?: string } {
  if (rowOf(field).control === "date") return { value: dayInWords(value, locale) };
  const list = listOf(field, data);
  const chosen = list?.find((option) => option.value === value);
  return { value: chosen?.label ?? value, lang: chosen?.lang };
}

function listOf(field: FormField, data: QuestionData) {
  const lists: Record<string, Option[]> = {
    school_year: data.years,
    speciality: data.specialities,
    syllabi: data.syllabi.flatMap(({ options }) => options),
  };
  return lists[rowOf(field).words];
}
