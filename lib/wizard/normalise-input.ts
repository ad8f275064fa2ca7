import { asciiDigits, foldText } from "@/lib/platform/text";

/** Invisible characters in pasted addresses. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/gu;

/** Removes spaces, line breaks and invisible characters (W15). */
export const normaliseEmail = (text: string): string => text.replace(INVISIBLE, "");

/** Upper case without separators (W17). */
export const normaliseDocument = (text: string): string =>
  asciiDigits(text)
    .replace(INVISIBLE, "")
    .replace(/[.\p{Pd}/·]/gu, "")
    .toUpperCase();

export const normaliseZip = (text: string): string => {
  const ascii = asciiDigits(text);
  const compact = ascii.replace(INVISIBLE, "");
  return /^\d{5}$/.test(compact) ? compact : ascii.trim();
};

/**
 * The digits of a phone number, with any text around them ("600 123 456 (madre)"). A pasted `+34 600…` or `0034 600…`
 * sets the prefix (W16).
 * @param chosen a prefix, and the country if it is not the main one: `+1 do`
 * @param prefixes prefixes that can be chosen, such as `+34`
 */
export function parsePhone(chosen: string, text: string, prefixes: readonly string[]) {
  const [prefix = ""] = chosen.split(" ");
  const compact = removeWordsAround(asciiDigits(text.normalize("NFKC")).replace(INVISIBLE, "")).replace(
    /[^\p{L}\p{N}+]/gu,
    "",
  );
  const international = compact.startsWith("+") ? compact : compact.replace(/^00(?=\d{6})/, "+");
  if (!international.startsWith("+")) return { prefix, number: compact };

  const match = [...prefixes]
    .sort((a, b) => b.length - a.length)
    .find((candidate) => international.startsWith(candidate));
  return match ? { prefix: match, number: international.slice(match.length) } : { prefix, number: compact };
}

/** Whether one field contains two numbers: "600 123 456 / 972 123 456". */
export function containsTwoPhones(input: string): boolean {
  const text = asciiDigits(input.normalize("NFKC"));
  const countDigits = (part: string) => part.replace(/\D/g, "").length;
  const isPhone = (part: string) => countDigits(part) >= MIN_PHONE;
  for (const separator of [/[^\d+().\s\p{Pd}]+|\s\p{Pd}\s|(?=\+)/u, /\s+/])
    if (text.split(separator).filter(isPhone).length > 1) return true;
  return countDigits(text) > MAX_PHONE && /\d[\s\p{Pd}]+\d/u.test(text);
}

export const dateParts = ["day", "month", "year"] as const;

type DateParts = { day: string; month: string; year: string };

const trimParts = (parts: DateParts) =>
  dateParts.map((part) => asciiDigits(parts[part]).trim()) as [day: string, month: string, year: string];

/**
 * `YYYY-MM-DD` from three inputs; the month may be a name or its beginning in Spanish, Catalan or English. Undefined
 * when all are blank; an invalid date is returned as typed (W13).
 */
export function parseDate(parts: DateParts): string | undefined {
  const [day, month, year] = trimParts(parts);
  if (!day && !month && !year) return;
  const number = parseMonth(month);
  if (!/^\d{1,2}$/.test(day) || !/^\d{4}$/.test(year) || !number) return `${day}/${month}/${year}`;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/**
 * Splits a whole date typed in one of the three inputs: `5/1/1990`, `5 enero 1990`, `January 5, 1990`, `1990-01-05`,
 * `05011990`. Other input is unchanged.
 */
export function splitDate(parts: DateParts): DateParts {
  const [whole, ...others] = trimParts(parts).filter(Boolean);
  if (whole === undefined || others.length > 0) return parts;
  const digits = /^(\d{2})(\d{2})(\d{4})$/.exec(whole)?.slice(1);
  const [first = "", second = "", third = "", fourth] =
    digits ?? whole.replace(/\bdel\b/giu, " ").match(WORDS) ?? [];
  if (fourth !== undefined || !third) return parts;
  const orders = [
    { day: first, month: second, year: third },
    { year: first, month: second, day: third },
    { month: first, day: second, year: third },
  ];
  const fits = ({ day, month, year }: DateParts, index: number) =>
    /^\d{1,2}$/.test(day) &&
    /^\d{2,4}$/.test(year) &&
    parseMonth(month) !== undefined &&
    (index === 0 || (index === 1 ? year.length === 4 : /\D/.test(month)));
  return orders.find(fits) ?? parts;
}

/** Which part makes a date invalid, and why; undefined when only the calendar does. */
export function findDateProblem(parts: DateParts) {
  const [day, month, year] = trimParts(parts);
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

function parseMonth(text: string): number | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) >= 1 && Number(text) <= 12 ? Number(text) : undefined;

  const prefix = foldText(text.replace(/\.$/, "").replace(/^(d['’]|de\s)\s*/i, ""));
  if (prefix.length < 3) return;
  const index = MONTHS.findIndex((names) => names.some((name) => foldText(name).startsWith(prefix)));
  return index < 0 ? undefined : index + 1;
}

export const documentAdvices = ["letter", "noLetter", "dniForm", "nieForm", "isNie", "isDni"] as const;

export type DocumentAdvice = (typeof documentAdvices)[number];

const CHECK_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";

/**
 * Advice about an unusual document number, never an error (W17). Passports are not checked; of a NIF only the letter,
 * because organisations have other forms.
 * @param number upper case, without separators
 */
export function getDocumentAdvice(type: string | undefined, number: string): DocumentAdvice | undefined {
  if (number === "" || !/^(dni|nie|nif)$/.test(type ?? "")) return;
  if (type === "dni" && NIE.test(number)) return "isNie";
  if (type === "nie" && DNI.test(number)) return "isDni";
  const match = DNI.exec(number) ?? NIE.exec(number);
  if (!match) {
    if (type === "nif") return;
    return type === "dni" ? "dniForm" : "nieForm";
  }
  const [, first = "", digits = "", letter = ""] = match;
  if (letter === "") return "noLetter";
  const value = Number(`${first && "XYZ".indexOf(first)}${digits}`);
  return CHECK_LETTERS[value % 23] === letter ? undefined : "letter";
}

export type PhoneLengths = Readonly<Record<string, readonly number[]>>;

/**
 * Advice about the length of a phone number, never an error (W16). A repeated prefix or a trunk zero does not count.
 */
export function getPhoneAdvice(prefix: string, number: string, lengths: PhoneLengths) {
  const usual = lengths[prefix];
  if (!usual?.length || !/^\d+$/.test(number)) return;
  const withoutPrefix = number.startsWith(prefix.slice(1)) ? [number.slice(prefix.length - 1)] : [];
  const variants = [number, number.replace(/^0/, ""), ...withoutPrefix];
  if (variants.some(({ length }) => usual.includes(length))) return;
  const [min, max] = [Math.min(...usual), Math.max(...usual)];
  return { prefix, usual: min === max ? `${min}` : `${min}–${max}`, count: `${number.length}` };
}

const DOMAINS = [
  "gmail.com",
  "hotmail.com",
  "hotmail.es",
  "outlook.com",
  "outlook.es",
  "yahoo.es",
  "yahoo.com",
  "icloud.com",
  "telefonica.net",
  "gencat.cat",
  "xtec.cat",
];

/**
 * The address that was probably meant: a known domain without its typing error, a mailbox without accents, apostrophes
 * and dashes. Undefined when the address looks right.
 */
export function suggestEmail(email: string): string | undefined {
  const text = normaliseSigns(email);
  const at = text.lastIndexOf("@");
  if (at < 1 || at === text.length - 1) return;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1).toLowerCase()];
  const plain = removeAccents(local);
  // Other domains may have accents, mailboxes hardly ever.
  const likely = `${/^[\x21-\x7e]+$/.test(plain) ? plain : local}@${suggestDomain(removeAccents(domain)) ?? domain}`;
  return likely.toLowerCase() === email.normalize("NFC").toLowerCase() ? undefined : likely;
}

/** Digits of the shortest number next to another, and of the longest with its prefix (ITU-T E.164). */
const MIN_PHONE = 7;
const MAX_PHONE = 15;

/** Without the lookbehind quadratic in the length. */
const removeWordsAround = (text: string) =>
  /\d/.test(text) ? text.replace(/^[^\d+(]+|(?<!\D)\D+$/g, "") : text;

const WORDS = /[\p{L}\p{M}]{3,}|\d+/gu;

const DNI = /^()(\d{8})([A-Z]?)$/;
const NIE = /^([XYZ])(\d{7})([A-Z]?)$/;

const normaliseSigns = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[\u2018\u2019\u201b\u02bc\u00b4\u2032]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, "-");

const removeAccents = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

function suggestDomain(domain: string): string | undefined {
  if (DOMAINS.includes(domain)) return domain;
  return DOMAINS.find((candidate) => distance(domain, candidate) <= (candidate.length > 9 ? 2 : 1));
}

/** Edit distance: letters changed, added, removed or swapped. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    const previousRow = rows[i - 1] as number[];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (previousRow[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (previousRow[j - 1] as number) + (same ? 0 : 1),
        swapped ? ((rows[i - 2] as number[])[j - 2] as number) + 1 : 9,
      );
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 3;
}
