/** Invisible characters that come along when an address is pasted. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;

/** An e-mail as it was meant: without spaces, line breaks and invisible characters (wizard 15). */
export const cleanEmail = (typed: string): string => typed.replace(INVISIBLE, "");

/** A document's number in upper case, without separators (wizard 17). */
export const cleanDocument = (typed: string): string =>
  typed
    .replace(INVISIBLE, "")
    .replace(/[.\-/·]/g, "")
    .toUpperCase();

/** A postcode without spaces around it; one of five digits also without spaces inside. */
export const cleanZip = (typed: string): string => {
  const compact = typed.replace(INVISIBLE, "");
  return /^\d{5}$/.test(compact) ? compact : typed.trim();
};

/**
 * A phone number's digits, whatever was typed between them. A pasted `+34 600…` or `0034 600…`
 * brings its own prefix (wizard 16).
 *
 * @param prefixes the prefixes that can be chosen, such as `+34`
 */
export function cleanPhone(prefix: string, typed: string, prefixes: readonly string[]) {
  const compact = typed.replace(INVISIBLE, "").replace(/[.()\-/]/g, "");
  const international = compact.startsWith("+") ? compact : compact.replace(/^00(?=\d{6})/, "+");
  if (!international.startsWith("+")) return { prefix, number: compact };

  const own = [...prefixes]
    .sort((one, other) => other.length - one.length)
    .find((known) => international.startsWith(known));
  return own ? { prefix: own, number: international.slice(own.length) } : { prefix, number: compact };
}

export const dateParts = ["day", "month", "year"] as const;

type DateParts = { day: string; month: string; year: string };

/**
 * `YYYY-MM-DD` from three inputs; the month may be a name in Spanish, Catalan or English, whole or
 * its first letters. Undefined when all are blank; what is no date stays what it is (wizard 13).
 */
export function cleanDate(parts: DateParts): string | undefined {
  const [day, month, year] = [parts.day.trim(), parts.month.trim(), parts.year.trim()];
  if (!day && !month && !year) return;
  const number = monthNumber(month);
  if (!/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year) || !number) return `${day}/${month}/${year}`;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Which part of a date is missing, when not all are. */
export function missingPart(parts: DateParts): "day" | "month" | "year" | undefined {
  return dateParts.find((part) => parts[part].trim() === "");
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
export function monthNumber(typed: string): number | undefined {
  if (/^\d{1,2}$/.test(typed)) return Number(typed) >= 1 && Number(typed) <= 12 ? Number(typed) : undefined;

  const wanted = plain(typed.replace(/\.$/, "").replace(/^d['’e]\s?/i, ""));
  if (wanted.length < 3) return;
  const matching = MONTHS.flatMap((names, at) =>
    names.some((name) => plain(name).startsWith(wanted)) ? [at + 1] : [],
  );
  return matching.length === 1 ? matching[0] : undefined;
}
