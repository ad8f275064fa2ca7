import { isDay } from "@/lib/dates";
import { LIMITS } from "@/lib/enrollment/fields";
import type { Answers, Branch, FormCode, FormField, Problems, Typed } from "./answers";
import {
  cleanDate,
  cleanDocument,
  cleanEmail,
  cleanPhone,
  cleanZip,
  dateParts,
  spreadDate,
  wrongPart,
} from "./clean";

const isDate = (field: string) => field.endsWith("_birth_date");
const isNumber = (field: string) =>
  field === "school_year_id" || /_(option\d|experience_speciality|experience_years)$/.test(field);

/** The names of the controls that make up the fields; a date has three. */
export function controlsOf(fields: readonly FormField[]): string[] {
  return fields.flatMap((field) => (isDate(field) ? dateParts.map((part) => `${field}_${part}`) : [field]));
}

/** The control to which an error of a field leads. */
export function controlOf(field: string, code: FormCode): string {
  if (!isDate(field)) return field;
  return `${field}_${partOf(code) ?? "day"}`;
}

/** The part of a date that a problem is about; undefined when it is about all three. */
export function partOf(code: FormCode): (typeof dateParts)[number] | undefined {
  return dateParts.find((part) => code === `incomplete_${part}` || code.startsWith(`${part}_`));
}

/** What the controls of some fields hold; nothing else of a form is ever read. */
export function readTyped(form: FormData, fields: readonly FormField[]): Typed {
  const typed: Typed = Object.fromEntries(
    controlsOf(fields).flatMap((control) => {
      const value = form.get(control);
      return typeof value === "string" ? [[control, lines(value).slice(0, MOST)]] : [];
    }),
  );
  for (const field of fields.filter(isDate)) {
    for (const [part, text] of Object.entries(spreadDate(partsOf(field, typed))))
      if (text !== "") typed[`${field}_${part}`] = text;
  }
  return typed;
}

/** Forms post each end of a line as two characters, which the writer did not type. */
const lines = (text: string) => text.replaceAll("\r\n", "\n");

/** Longer than any field may be, so that `too_long` can still be told. */
const MOST = 20_000;

/** What a draft keeps of what was typed: enough to mend what is too long, not all that somebody may post. */
export function shortened(typed: Typed): Typed {
  return Object.fromEntries(
    Object.entries(typed).map(([control, text]) => [
      control,
      [...text].slice(0, maximumOf(control) + 100).join(""),
    ]),
  );
}

function maximumOf(control: string): number {
  if (control === "enrollment_observations") return LIMITS.observations;
  if (control.endsWith("_email")) return LIMITS.email;
  if (control.endsWith("_document")) return LIMITS.document;
  return /_(name|surname|address|zip_code|city)$/.test(control) ? LIMITS.name : LIMITS.phone;
}

/**
 * The fields of the API's schema from what was typed: dates joined, phone numbers, documents and
 * e-mails cleaned, ids as numbers. What cannot be made right stays as typed, for the schema to refuse.
 *
 * @param prefixes the phone prefixes that can be chosen
 */
export function fieldValues(
  typed: Typed,
  fields: readonly FormField[],
  prefixes: readonly string[],
): Record<string, unknown> {
  const values = Object.fromEntries(fields.map((field) => [field, fieldValue(field, typed)]));
  for (const person of ["guardian", "student"] as const) joinPhone(values, person, typed, prefixes);
  if (values.has_second_guardian === "no") values.second_guardian_email = undefined;
  if (values.student_same_address === "yes") {
    for (const field of ["country", "address", "zip_code", "city"]) values[`student_${field}`] = undefined;
  }
  return values;
}

function fieldValue(field: FormField, typed: Typed): unknown {
  if (isDate(field)) return cleanDate(partsOf(field, typed));
  const text = typed[field] ?? "";
  if (field === "terms_and_conditions") return text === "" ? undefined : true;
  if (text === "") return;
  if (isNumber(field)) return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (field.endsWith("_email")) return cleanEmail(text);
  if (field.endsWith("_document")) return cleanDocument(text);
  if (field.endsWith("_zip_code")) return cleanZip(text);
  return text;
}

function joinPhone(
  values: Record<string, unknown>,
  person: "guardian" | "student",
  typed: Typed,
  prefixes: readonly string[],
) {
  const [prefixField, numberField] = [`${person}_phone_country_code`, `${person}_phone`];
  if (!(numberField in values)) return;
  const { prefix, number } = cleanPhone(typed[prefixField] ?? "", typed[numberField] ?? "", prefixes);
  values[prefixField] = prefix || undefined;
  values[numberField] = number || undefined;
}

/** Finer reasons than the API's where people can be told more: what of a date is missing or unlikely. */
export function finerCode(field: string, code: FormCode, typed: Typed): FormCode {
  if (code !== "invalid_date") return code;
  const parts = partsOf(field, typed);
  if (isDay(cleanDate(parts) ?? "")) return "year_unlikely"; // before 1900
  return wrongPart(parts) ?? code;
}

function partsOf(field: string, typed: Typed) {
  const part = (name: string) => typed[`${field}_${name}`] ?? "";
  return { day: part("day"), month: part("month"), year: part("year") };
}

/** A date as a person would read aloud what was typed: `31/2/1990`, `31 abril 1990`. */
export function dateAsTyped(field: string, typed: Typed): string {
  const { day, month, year } = partsOf(field, typed);
  return [day, month, year].map((part) => part.trim()).join(/^\d/.test(month.trim()) ? "/" : " ");
}

/** Answers as the controls of a page show them: the other way round. */
export function typedFrom(answers: Answers, fields: readonly FormField[]): Typed {
  const typed: Typed = {};
  for (const field of fields) {
    const value = answers[field];
    if (value === undefined) continue;
    if (!isDate(field)) {
      typed[field] = value === true ? "on" : String(value);
      continue;
    }
    const [year = "", month = "", day = ""] = String(value).split("-");
    Object.assign(typed, {
      [`${field}_day`]: String(Number(day)),
      [`${field}_month`]: String(Number(month)),
      [`${field}_year`]: year,
    });
  }
  return typed;
}

/** The first problem of each field, in the page's order. */
export function problemsFrom(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  fields: readonly FormField[],
  typed: Typed,
): Problems {
  const first = new Map<string, FormCode>();
  for (const { path, message } of issues) {
    const field = String(path[0]);
    if (!first.has(field)) first.set(field, finerCode(field, message as FormCode, typed));
  }
  return Object.fromEntries(fields.flatMap((field) => (first.has(field) ? [[field, first.get(field)]] : [])));
}

/**
 * The body that the API would be sent: the branch's own fields, nothing of questions that were not
 * asked in the end, and the guardian's address where it is the student's too.
 */
export function submissionFrom(answers: Answers, fields: readonly FormField[], branch: Branch) {
  const body: Record<string, unknown> = Object.fromEntries(
    fields.filter((field) => !OWN_QUESTIONS.has(field)).map((field) => [field, answers[field]]),
  );
  if (body.student_phone === undefined) delete body.student_phone_country_code;
  if (body.student_document === undefined) delete body.student_document_type;
  if (
    branch === "minor" &&
    fields.includes("student_same_address") &&
    answers.student_same_address === "yes"
  ) {
    for (const part of ["country", "address", "zip_code", "city"] as const) {
      body[`student_${part}`] = answers[`guardian_${part}`];
    }
  }
  return body;
}

const OWN_QUESTIONS = new Set<string>(["has_second_guardian", "add_student_details", "student_same_address"]);
