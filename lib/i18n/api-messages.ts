import Negotiator from "negotiator";
import type { AppError, FieldIssue } from "@/lib/platform/errors";
import { type Locale, locales } from "./locales";
import { getTranslator } from "./translator";

/** The best supported language for an `Accept-Language` header; undefined when it names none. */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale | undefined {
  if (!acceptLanguage || acceptLanguage.length > 500) return;
  const tags = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  for (const tag of tags) {
    const locale = locales.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (locale) return locale;
  }
}

/** The valid values of a field: JSON type, maximum length or count, bounds, enumeration, example. */
export type FieldLimits = {
  type?: string | undefined;
  most?: number | undefined;
  least?: number | undefined;
  greatest?: number | undefined;
  values?: string[] | undefined;
  example?: string | undefined;
};

/** The text of an error, or of one field's error with its limits; never contains a submitted value. */
export function getErrorMessage(
  locale: Locale,
  error: AppError,
  issue?: FieldIssue,
  { type = "", most, least, greatest, values, example }: FieldLimits = {},
): string {
  const translate = getTranslator(locale);
  if (!issue) {
    const [first] = error.issues;
    return translate(`errors.${error.code}`, { count: error.issues.length, what: first?.code ?? "" });
  }
  const person = issue.field.startsWith("guardian_") ? "guardian" : "student";
  const bounds = least === undefined || greatest === undefined ? "" : "range";
  const enumerated = values ? "values" : "";
  return translate(`fieldErrors.${issue.code}`, {
    person,
    type,
    kind: most === undefined ? enumerated : type,
    takes: enumerated || bounds || (example ? "example" : ""),
    most: String(most),
    least: String(least),
    greatest: String(greatest),
    values: values?.join(", ") ?? "",
    example: example ?? "",
  });
}
