import type { Price } from "./course-price";
import type { Syllabus } from "./schema";

/** The words of the messages' part `price`, whoever translates them. */
type Translate = (
  key: "month" | "fromMonth" | "year" | "fromYear" | "from" | "perMonth" | "unknown",
  values?: { price: string },
) => string;

export type PriceText = {
  /** The figure alone, for beside `per`: "from €42.50". */
  amount: string;
  /** "a month"; empty where there is no price. */
  per: string;
  /** Both in a line: "from €42.50 a month", or that the school says it. */
  line: string;
  /** The same for the school year; empty where there is no price. */
  year: string;
};

/** A price as it is said to families: by the month, so that any two can be compared. */
export function formatPrice(price: Price | undefined, t: Translate, locale: string): PriceText {
  if (!price) return { amount: t("unknown"), per: "", line: t("unknown"), year: "" };
  const month = { price: formatEuros(price.month, locale) };
  const year = { price: formatEuros(price.year, locale) };
  return {
    amount: price.atLeast ? t("from", month) : month.price,
    per: t("perMonth"),
    line: t(price.atLeast ? "fromMonth" : "month", month),
    year: t(price.atLeast ? "fromYear" : "year", year),
  };
}

/** Cents as euros: "42,50 €". */
export function formatEuros(cents: number, locale: string): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
  formats.set(locale, format);
  return format.format(cents / 100);
}

const formats = new Map<string, Intl.NumberFormat>();

/** An instrument's name within a sentence: "Violín" as "violín"; "TIC" and "DJ" stay. */
export const toSentenceCase = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase("es") + name.slice(1) : name;

/** A syllabus in a word: its own name, or its course's. */
export const syllabusName = ({ name, course, degree }: Syllabus): string =>
  name || `${degree.name}, ${course.name}`;

/** Minutes as they are said: "30 min", "1 h 45 min". */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join("\u00a0");
}
