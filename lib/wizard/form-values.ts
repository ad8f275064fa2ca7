import type { Control } from "@/lib/enrollment/fields";
import { isDay } from "@/lib/platform/dates";
import {
  containsTwoPhones,
  dateParts,
  findDateProblem,
  normaliseDocument,
  normaliseEmail,
  normaliseZip,
  parseDate,
  parsePhone,
  splitDate,
} from "@/lib/wizard/normalise-input";
import { getField, pickQuestions } from "@/lib/wizard/questions";
import type { Answers, FormCode, FormField, Problems, RawInput } from "@/lib/wizard/types";

const isDate = (field: FormField) => getField(field).control === "date";

export function listControls(fields: readonly FormField[]): string[] {
  return fields.flatMap((field) => (isDate(field) ? dateParts.map((part) => `${field}_${part}`) : [field]));
}

/** The input of every control, empty where there is none. */
export const listControlValues = (input: RawInput, fields: readonly FormField[]): Record<string, string> =>
  Object.fromEntries(listControls(fields).map((control) => [control, input[control] ?? ""]));

export function getErrorControl(field: FormField, code: FormCode): string {
  if (!isDate(field)) return field;
  return `${field}_${getDatePart(code) ?? "day"}`;
}

export function getDatePart(code: FormCode): (typeof dateParts)[number] | undefined {
  return dateParts.find((part) => code === `incomplete_${part}` || code.startsWith(`${part}_`));
}

const isTicks = (control: string) => getField(control as FormField)?.control === "ticks";

export function readRawInput(form: FormData, fields: readonly FormField[]): RawInput {
  const input: RawInput = Object.fromEntries(
    listControls(fields).flatMap((control) => {
      const value = isTicks(control) ? form.getAll(control).join(" ") : form.get(control);
      // Browsers post line ends as CRLF.
      return typeof value === "string"
        ? [[control, value.replaceAll("\r\n", "\n").slice(0, MAX_LENGTH)]]
        : [];
    }),
  );
  for (const field of fields.filter(isDate)) {
    for (const [part, text] of Object.entries(splitDate(getDateInput(field, input))))
      if (text !== "") input[`${field}_${part}`] = text;
  }
  return input;
}

/**
 * Converts input to the fields of the API schema: dates, phone numbers, documents, e-mails, ids. What cannot be
 * converted stays as typed and fails in the schema.
 * @param prefixes phone prefixes that can be chosen
 */
export function toFieldValues(
  input: RawInput,
  fields: readonly FormField[],
  prefixes: readonly string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = Object.fromEntries(
    fields.map((field) => [
      field,
      isDate(field) ? parseDate(getDateInput(field, input)) : parseValue(field, input),
    ]),
  );
  for (const field of fields) joinPhone(values, field, input, prefixes);
  for (const [name, { hides }] of pickQuestions(fields)) {
    if (values[name] === hides.on) for (const field of hides.fields) values[field] = undefined;
  }
  return values;
}

/** The date as typed: `31/2/1990`, `31 abril 1990`. */
export function formatRawDate(field: string, input: RawInput): string {
  const { day, month, year } = getDateInput(field, input);
  return [day, month, year].map((part) => part.trim()).join(/^\d/.test(month.trim()) ? "/" : " ");
}

/** Adds empty values for unticked boxes, which browsers do not post. */
export const addUnticked = (input: RawInput, fields: readonly FormField[]): RawInput => ({
  ...Object.fromEntries(
    fields.filter((field) => ["tick", "ticks"].includes(getField(field).control)).map((field) => [field, ""]),
  ),
  ...input,
});

export function toRawInput(answers: Answers, fields: readonly FormField[]): RawInput {
  const input: RawInput = {};
  for (const field of fields) {
    const value = answers[field];
    if (value === undefined) continue;
    if (!isDate(field)) {
      input[field] = formatValue(field, value);
      continue;
    }
    const [year = "", month = "", day = ""] = String(value).split("-");
    Object.assign(input, {
      [`${field}_day`]: String(Number(day)),
      [`${field}_month`]: String(Number(month)),
      [`${field}_year`]: year,
    });
  }
  return input;
}

export function toProblems(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  fields: readonly FormField[],
  input: RawInput,
): Problems {
  const first = new Map<string, FormCode>();
  const hidden = listHiddenFields(fields, input);
  for (const { path, message } of issues) {
    const field = String(path[0]) as FormField;
    if (!first.has(field) && !hidden.includes(field))
      first.set(field, refineCode(field, message as FormCode, input));
  }
  return Object.fromEntries(fields.flatMap((field) => (first.has(field) ? [[field, first.get(field)]] : [])));
}

/**
 * The API body: asked fields without the form's own questions, and the guardian's address where it is the student's
 * too.
 */
export function toSubmission(answers: Answers, fields: readonly FormField[]) {
  const body: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, answers[field]]));
  for (const field of fields) {
    const { pairedWith } = getField(field);
    if (pairedWith && body[field] === undefined) delete body[pairedWith];
  }
  for (const [name, { hides }] of pickQuestions(fields)) {
    delete body[name];
    if (answers[name] !== hides.on || !hides.instead) continue;
    hides.fields.forEach((field, index) => {
      body[field] = answers[hides.instead?.[index] as FormField];
    });
  }
  return body;
}

/** A more specific error code than the API's: which part of a date is wrong, or two numbers in one field. */
function refineCode(field: FormField, code: FormCode, input: RawInput): FormCode {
  if (getField(field)?.control === "phone" && containsTwoPhones(input[field] ?? "")) return "two_phones";
  if (code !== "invalid_date") return code;
  const parts = getDateInput(field, input);
  if (isDay(parseDate(parts) ?? "")) return "year_unlikely"; // before 1900
  return findDateProblem(parts) ?? code;
}

/** Above every field's maximum, so that `too_long` can be detected. */
const MAX_LENGTH = 20_000;

function parseValue(field: FormField, input: RawInput): unknown {
  const text = input[field] ?? "";
  return text === "" ? undefined : (parsers[getField(field).control]?.(text) ?? text);
}

/** Parsers by type of control; undefined for input without a meaning. */
const parsers: Partial<Record<Control, (text: string) => unknown>> = {
  consent: () => true,
  "yes-no": (text) => ({ yes: true, no: false })[text],
  "number-choice": (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
  email: normaliseEmail,
  document: normaliseDocument,
  zip: normaliseZip,
};

function joinPhone(
  values: Record<string, unknown>,
  field: FormField,
  input: RawInput,
  prefixes: readonly string[],
) {
  const { control, pairedWith } = getField(field);
  if (control !== "phone" || !pairedWith) return;
  const text = input[field] ?? "";
  const hasTwo = containsTwoPhones(text); // stays as typed, and is refused
  const { prefix, number } = parsePhone(input[pairedWith] ?? "", hasTwo ? "" : text, prefixes);
  values[pairedWith] = prefix || undefined;
  values[field] = (hasTwo ? text : number) || undefined;
}

function getDateInput(field: string, input: RawInput) {
  const part = (name: string) => input[`${field}_${name}`] ?? "";
  return { day: part("day"), month: part("month"), year: part("year") };
}

function formatValue(field: FormField, value: unknown): string {
  if (typeof value !== "boolean") return String(value);
  if (getField(field).control === "consent") return "on";
  return value ? "yes" : "no";
}

const listHiddenFields = (fields: readonly FormField[], input: RawInput): FormField[] =>
  pickQuestions(fields).flatMap(([name, { hides }]) =>
    hides.on === "no" && !input[name] ? [...hides.fields] : [],
  );
