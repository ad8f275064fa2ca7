import { asciiDigits } from "@/lib/platform/digits";

/** Invisible characters that come along when an address is pasted. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;

/** An e-mail as it was meant: without spaces, line breaks and invisible characters (W15). */
export const normaliseEmail = (typed: string): string => typed.replace(INVISIBLE, "");

/** A document's number in upper case, without separators (W17). */
export const normaliseDocument = (typed: string): string =>
  asciiDigits(typed)
    .replace(INVISIBLE, "")
    .replace(/[.\p{Pd}/·]/gu, "")
    .toUpperCase();

/** A postcode without spaces around it; one of five digits also without spaces inside. */
export const normaliseZip = (typed: string): string => {
  const ascii = asciiDigits(typed);
  const compact = ascii.replace(INVISIBLE, "");
  return /^\d{5}$/.test(compact) ? compact : ascii.trim();
};

/**
 * A phone number's digits, whatever was typed between and around them ("600 123 456 (madre)"). A
 * pasted `+34 600…` or `0034 600…` brings its own prefix (W16).
 *
 * @param prefixes the prefixes that can be chosen, such as `+34`
 */
export function parsePhone(prefix: string, typed: string, prefixes: readonly string[]) {
  const compact = withoutWordsAround(asciiDigits(typed.normalize("NFKC")).replace(INVISIBLE, "")).replace(
    /[^\p{L}\p{N}+]/gu,
    "",
  );
  const international = compact.startsWith("+") ? compact : compact.replace(/^00(?=\d{6})/, "+");
  if (!international.startsWith("+")) return { prefix, number: compact };

  const own = [...prefixes]
    .sort((one, other) => other.length - one.length)
    .find((known) => international.startsWith(known));
  return own ? { prefix: own, number: international.slice(own.length) } : { prefix, number: compact };
}

/** Whether a field for one phone number holds two: "600 123 456 / 972 123 456". */
export function holdsTwoPhones(typed: string): boolean {
  const text = asciiDigits(typed.normalize("NFKC"));
  const digits = (part: string) => part.replace(/\D/g, "").length;
  const apart = (separator: RegExp) => text.split(separator).filter((part) => digits(part) >= LEAST_PHONE);
  if ([/[^\d+().\s\p{Pd}]+|\s\p{Pd}\s|(?=\+)/u, /\s+/].some((one) => apart(one).length > 1)) return true;
  return digits(text) > MOST_PHONE && /\d[\s\p{Pd}]+\d/u.test(text);
}

/** Digits of the shortest number that stands beside another one, and of the longest with its prefix (ITU-T E.164). */
const LEAST_PHONE = 7;
const MOST_PHONE = 15;

const withoutWordsAround = (text: string) => (/\d/.test(text) ? text.replace(/^[^\d+(]+|\D+$/g, "") : text);

export const dateParts = ["day", "month", "year"] as const;

type DateParts = { day: string; month: string; year: string };

/**
 * `YYYY-MM-DD` from three inputs; the month may be a name in Spanish, Catalan or English, whole or
 * its first letters. Undefined when all are blank; what is no date stays what it is (W13).
 */
export function parseDate(parts: DateParts): string | undefined {
  const [day, month, year] = dateParts.map((part) => asciiDigits(parts[part]).trim()) as [
    string,
    string,
    string,
  ];
  if (!day && !month && !year) return;
  const number = parseMonth(month);
  if (!/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year) || !number) return `${day}/${month}/${year}`;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/**
 * A whole date that was put into one of the three inputs, spread over them: `5/1/1990`, `5 enero 1990`,
 * `January 5, 1990`, `1990-01-05`, `05011990`. Anything else stays as it was typed.
 */
export function splitDate(parts: DateParts): DateParts {
  const [whole, ...more] = dateParts.map((part) => asciiDigits(parts[part]).trim()).filter(Boolean);
  if (whole === undefined || more.length > 0) return parts;
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(whole)?.slice(1);
  const [one = "", two = "", three = "", none] =
    digits ?? whole.replace(/\bdel\b/giu, " ").match(WORDS) ?? [];
  if (none !== undefined || !three) return parts;
  const orders = [
    { day: one, month: two, year: three },
    { year: one, month: two, day: three },
    { month: one, day: two, year: three },
  ];
  const fits = ({ day, month, year }: DateParts, at: number) =>
    /^\d{1,2}$/.test(day) &&
    /^\d{2,4}$/.test(year) &&
    parseMonth(month) !== undefined &&
    (at === 0 || (at === 1 ? year.length === 4 : /\D/.test(month)));
  return orders.find(fits) ?? parts;
}

const WORDS = /[\p{L}\p{M}]{3,}|\d+/gu;

/** Which part keeps three inputs from being a date, and why; undefined when the calendar alone does. */
export function findDateProblem(parts: DateParts) {
  const [day, month, year] = dateParts.map((part) => asciiDigits(parts[part]).trim()) as [
    string,
    string,
    string,
  ];
  const missing = dateParts.find((part) => parts[part].trim() === "");
  if (missing) return `incomplete_${missing}` as const;
  if (!/^\d{4}$/.test(year)) return "year_four_digits";
  if (parseMonth(month) === undefined) return "month_unknown";
  if (!(/^\d{1,2}$/.test(day) && Number(day) >= 1 && Number(day) <= 31)) return "day_unknown";
}

const MONTHS = [
  ["enero", "gener", "january"],
  ["febrero", "febrer", "february"],
  ["marzo", "març", "march"],
  ["abril", "april"],
  ["mayo", "maig", "may"],
  ["junio", "juny", "june"],
  ["julio", "juliol", "july"],
  ["agosto", "agost", "august"],
  ["septiembre", "setiembre", "setembre", "september"],
  ["octubre", "october"],
  ["noviembre", "novembre", "november"],
  ["diciembre", "desembre", "december"],
];

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** 1 to 12 from a number or a name. */
export function parseMonth(typed: string): number | undefined {
  if (/^\d{1,2}$/.test(typed)) return Number(typed) >= 1 && Number(typed) <= 12 ? Number(typed) : undefined;

  const wanted = plain(typed.replace(/\.$/, "").replace(/^(d['’]|de\s)\s*/i, ""));
  if (wanted.length < 3) return;
  const at = MONTHS.findIndex((names) => names.some((name) => plain(name).startsWith(wanted)));
  return at < 0 ? undefined : at + 1;
}
