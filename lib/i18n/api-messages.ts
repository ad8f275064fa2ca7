import Negotiator from "negotiator";
import type { AppError, FieldIssue } from "@/lib/platform/errors";
import { type Locale, locales } from "./locales";
import { getTranslator } from "./translator";

/** The best of our languages for an `Accept-Language`; undefined when it names none of them. */
export function negotiateLocale(acceptLanguage: string | null | undefined): Locale | undefined {
  if (!acceptLanguage || acceptLanguage.length > 500) return;
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } }).languages();
  for (const tag of wanted) {
    const locale = locales.find((known) => tag.toLowerCase().split("-")[0] === known);
    if (locale) return locale;
  }
}

/** What a field takes: its JSON type, its greatest length or count, its bounds, its values, an example. */
export type FieldLimits = {
  type?: string | undefined;
  most?: number | undefined;
  least?: number | undefined;
  greatest?: number | undefined;
  values?: string[] | undefined;
  example?: string | undefined;
};

/** The words for an error, or for one of its fields with what it takes; never a submitted value. */
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
  const listed = values ? "values" : "";
  return translate(`fieldErrors.${issue.code}`, {
    person,
    type,
    kind: most === undefined ? listed : type,
    takes: listed || bounds || (example ? "example" : ""),
    most: String(most),
    least: String(least),
    greatest: String(greatest),
    values: values?.join(", ") ?? "",
    example: example ?? "",
  });
}
