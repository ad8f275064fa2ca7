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

/** The valid values of a field: JSON type, maximum length or count, bounds, enumeration, example, or a page's cursor. */
type FieldLimits = {
  type?: string | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  values?: string[] | undefined;
  isCursor?: boolean;
  example?: string | undefined;
};

/** The text of an error, or of one field's error with its limits; never contains a submitted value. */
export function getErrorMessage(
  locale: Locale,
  error: AppError,
  issue?: FieldIssue,
  { type = "", maxLength, minimum, maximum, values, example, isCursor }: FieldLimits = {},
): string {
  const translate = getTranslator(locale);
  if (!issue) {
    const [first] = error.issues;
    const { parameter, header } = error.details;
    const name = parameter ?? header ?? "none";
    return translate(`errors.${error.code}`, { count: error.issues.length, what: first?.code ?? "", name });
  }
  const person = issue.field.startsWith("guardian_") ? "guardian" : "student";
  const bounds = minimum === undefined || maximum === undefined ? "" : "range";
  const enumerated = values ? "values" : "";
  return translate(`fieldErrors.${issue.code}`, {
    person,
    type,
    kind: maxLength === undefined ? enumerated : type,
    takes: (isCursor ? "cursor" : "") || enumerated || bounds || (example ? "example" : ""),
    most: String(maxLength),
    least: String(minimum),
    greatest: String(maximum),
    values: values?.join(", ") ?? "",
    example: example ?? "",
  });
}
