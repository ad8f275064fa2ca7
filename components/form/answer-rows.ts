import type { useFormatter, useTranslations } from "next-intl";
import { dateOf } from "@/lib/dates";
import { letterMismatch, meantDomain } from "@/lib/form/advice";
import type { Answers, Branch, FormField } from "@/lib/form/answers";
import { fieldsOf, type StepId } from "@/lib/form/steps";
import type { QuestionData } from "./question-data";

type Translate = ReturnType<typeof useTranslations<"wizard">>;
type Format = ReturnType<typeof useFormatter>;

export type Row = { step: StepId; label: string; value: string; advice?: string; removable?: boolean };
export type Section = { title: string; rows: Row[] };

type Words = { t: Translate; format: Format; data: QuestionData };

/** What was answered, in words, by section and in the order it was asked. */
export function answerSections(steps: StepId[], answers: Answers, words: Words): Section[] {
  const sections: Section[] = [];
  for (const step of steps) {
    if (step === "check") continue;
    const title = sectionTitle(step, words);
    const rows = rowsOf(step, answers, words);
    const last = sections.find((section) => section.title === title);
    if (last) last.rows.push(...rows);
    else sections.push({ title, rows });
  }
  return sections;
}

const sectionTitle = (step: StepId, { t, data }: Words) =>
  t(`steps.${step}.section`, { who: whoOf(data.branch) });

const whoOf = (branch: Branch | undefined) => (branch === "adult" ? "you" : "child");

/** One row for each thing that people think of as one: a name, a phone number, an address. */
function rowsOf(step: StepId, answers: Answers, words: Words): Row[] {
  const row = (label: string, value: string, advice?: string): Row => ({ step, label, value, advice });
  const fields = fieldsOf(step, words.data.branch);
  const { t } = words;
  if (step === "student-more") {
    return [row(t("fields.student_more.legend"), yesNo(answers.add_student_details, t))];
  }
  if (step === "second-guardian") {
    const email = answers.has_second_guardian === "yes" ? String(answers.second_guardian_email ?? "") : "";
    const second = row(t("check.secondGuardian"), email || t("no"), emailAdvice(email, t));
    return [{ ...second, removable: email !== "" }];
  }
  if (step === "student-address" && answers.student_same_address === "yes") {
    return [row(t("fields.address.label"), t("check.same"))];
  }
  return fields.flatMap((field) => {
    const label = labelOf(field, words);
    return label ? [row(label, wordsOf(field, answers, words), adviceOf(field, answers, t))] : [];
  });
}

/** Undefined for what is told together with another field. */
function labelOf(field: FormField, { t, data }: Words): string | undefined {
  const option = /^student_(speciality|syllabi)_option(\d)$/.exec(field);
  if (option) return `${t(`steps.${option[1] === "syllabi" ? "syllabi" : "specialities"}.row`)} ${option[2]}`;
  if (field === "school_year_id") return t("fields.school_year.label");
  if (field === "enrollment_observations") return t("fields.observations.label");
  if (field === "student_same_address" || field.endsWith("_phone_country_code")) return;
  if (field.endsWith("_document_type")) return;
  if (field === "student_experience_speciality") return t("fields.experience_speciality.label");
  if (field === "student_experience_years") return t("fields.experience_years.label");
  const kind = field.replace(/^(guardian|student)_/, "");
  if (kind === "document") return t("fields.document.row");
  const who = field.startsWith("guardian_") ? "you" : whoOf(data.branch);
  return t(`fields.${kind}.label`, { who });
}

function wordsOf(field: FormField, answers: Answers, { t, format, data }: Words): string {
  const value = answers[field];
  if (value === undefined) return "";
  const person = field.startsWith("guardian_") ? "guardian" : "student";
  if (field.endsWith("_birth_date")) {
    return format.dateTime(dateOf(String(value)), { day: "numeric", month: "long", year: "numeric" });
  }
  if (field.endsWith("_phone")) return `${answers[`${person}_phone_country_code`] ?? ""} ${value}`;
  if (field.endsWith("_document")) {
    const type = answers[`${person}_document_type`];
    return type ? `${t(`fields.documentTypes.${type}`)}: ${value}` : String(value);
  }
  if (field === "student_experience_years") return t(`fields.experience_years.${value}`);
  return chosenLabel(field, String(value), data) ?? String(value);
}

/** What a list calls the chosen value. */
function chosenLabel(field: FormField, value: string, data: QuestionData): string | undefined {
  const find = (options: { value: string; label: unknown }[]) =>
    options.find((option) => option.value === value)?.label as string | undefined;
  if (field === "school_year_id") return find(data.years);
  if (field.endsWith("_country")) return find(data.countries);
  if (/speciality/.test(field)) return find(data.specialities);
  if (/syllabi/.test(field)) return find(data.syllabi.flatMap(({ options }) => options));
}

const yesNo = (value: unknown, t: Translate) => (value === "yes" ? t("yes") : t("no"));

function adviceOf(field: FormField, answers: Answers, t: Translate): string | undefined {
  const value = answers[field];
  if (typeof value !== "string") return;
  if (field.endsWith("_email")) return emailAdvice(value, t);
  if (!field.endsWith("_document")) return;
  const type = answers[`${field}_type` as FormField];
  return letterMismatch(type as string | undefined, value) ? t("fields.documentLetter") : undefined;
}

function emailAdvice(email: string, t: Translate): string | undefined {
  const domain = meantDomain(email);
  return domain && t("fields.emailMeant", { email: `${email.split("@")[0]}@${domain}` });
}
