import type { SchoolYear, Syllabus } from "./schema";

/** The period of the catalogue's prices (a month of class, or a school year), and the months of class in a year. */
export type Tariff = { period: "month" | "year"; months: number };

/** The price per month and per school year in cents; one is calculated from the other. */
export type Price = {
  month: number;
  year: number;
  /** A lower bound, because the speciality or the electives are open. */
  atLeast: boolean;
  /** Includes the subjects of the requested speciality. */
  withSpeciality: boolean;
};

/** The tariff of a school year; every calendar month with a day in it counts. */
export function getTariff(
  {
    start_school_year: start,
    end_school_year: end,
  }: Pick<SchoolYear, "start_school_year" | "end_school_year">,
  period: Tariff["period"],
): Tariff {
  const toMonthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return { period, months: Math.max(1, toMonthNumber(end) - toMonthNumber(start) + 1) };
}

/**
 * The price of a course with its speciality's subjects and required electives; the cheapest of each open choice.
 * @param specialityId the student's speciality
 * @returns undefined when the catalogue has no price for any subject
 */
export function calculateCoursePrice(
  syllabus: Syllabus,
  tariff: Tariff,
  specialityId?: number,
): Price | undefined {
  const { min, max } = sumSubjects(syllabus, toCents, specialityId);
  if (max === 0) return;
  const withSpeciality = syllabus.speciality_subjects.some((row) => row.speciality_id === specialityId);
  return { ...toMonthAndYear(min, tariff), atLeast: max > min, withSpeciality };
}

/** Minutes of class per week, with the same choices as the price; a subject's hours are those of all its weekly classes. */
export function calculateCourseMinutes(syllabus: Syllabus, specialityId?: number) {
  const { min, max } = sumSubjects(syllabus, toMinutes, specialityId);
  return { minutes: min, atLeast: max > min };
}

/** The specialities of a course; empty when it is the same for all. */
export const listSpecialityIds = ({ specialities, speciality_subjects: subjects }: Syllabus): Set<number> =>
  new Set([...specialities.map(({ id }) => id), ...subjects.map((row) => row.speciality_id)]);

/** The total price of several children; a lower bound when one has no price. */
export function sumPrices(prices: readonly (Price | undefined)[]): Price | undefined {
  const known = prices.filter((price) => price !== undefined);
  if (known.length === 0) return;
  return {
    month: sum(known.map(({ month }) => month)),
    year: sum(known.map(({ year }) => year)),
    atLeast: known.length < prices.length || known.some(({ atLeast }) => atLeast),
    withSpeciality: false,
  };
}

/** Sorts by price; lower bounds after exact prices, missing prices last. */
export function comparePrices(a: Price | undefined, b: Price | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b);
  return a.year - b.year || Number(a.atLeast) - Number(b.atLeast);
}

/** The translator of the messages `price`. */
type Translate = (
  key: "month" | "fromMonth" | "year" | "fromYear" | "from" | "perMonth" | "unknown",
  values?: { price: string },
) => string;

/** Formats a price for families, per month so that courses can be compared. */
export function formatPrice(price: Price | undefined, t: Translate, locale: string) {
  if (!price) return { amount: t("unknown"), per: "", line: t("unknown"), year: "" };
  const month = { price: formatEuros(price.month, locale) };
  const year = { price: formatEuros(price.year, locale) };
  return {
    /** The amount only, for display beside `per`: "from €42.50". */
    amount: price.atLeast ? t("from", month) : month.price,
    /** "a month"; empty without a price. */
    per: t("perMonth"),
    /** Amount and period: "from €42.50 a month", or a text without a price. */
    line: t(price.atLeast ? "fromMonth" : "month", month),
    /** The same per school year; empty without a price. */
    year: t(price.atLeast ? "fromYear" : "year", year),
  };
}

/** An instrument's name within a sentence: "Violín" as "violín"; "TIC" and "DJ" stay. */
export const toSentenceCase = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase("es") + name.slice(1) : name;

/** Formats minutes: "30 min", "1 h 45 min". */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join("\u00a0");
}

type CourseSubject = Syllabus["subjects_mandatories"][number];

/** The minimum and maximum of a value over the subjects that a student takes. */
function sumSubjects(syllabus: Syllabus, value: (subject: CourseSubject) => number, specialityId?: number) {
  const electives = syllabus.subjects_optionals.map(value).sort((a, b) => a - b);
  const required = Math.min(syllabus.min_electives, electives.length);
  const ids = listSpecialityIds(syllabus);
  const possible = ids.has(specialityId ?? 0) ? [specialityId] : ids.size > 0 ? [...ids] : [0];
  const specialitySums = possible.map((id) =>
    sum(syllabus.speciality_subjects.filter(({ speciality_id }) => speciality_id === id).map(value)),
  );
  const mandatory = sum(syllabus.subjects_mandatories.map(value));
  return {
    min: mandatory + Math.min(...specialitySums) + sum(electives.slice(0, required)),
    max: mandatory + Math.max(...specialitySums) + sum(electives.slice(electives.length - required)),
  };
}

const toMonthAndYear = (amount: number, { period, months }: Tariff) =>
  period === "month"
    ? { month: amount, year: amount * months }
    : { month: Math.round(amount / months), year: amount };

/** Cents are integers, so sums are exact. */
const toCents = ({ price }: { price: number }) => Math.round(price * 100);

function toMinutes({ school_hours }: { school_hours: string }): number {
  const [whole = 0, rest = 0] = school_hours.split(":").map(Number);
  return whole * 60 + rest;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Formats cents as euros: "42,50 €". */
export function formatEuros(cents: number, locale: string): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
  formats.set(locale, format);
  return format.format(cents / 100);
}

const formats = new Map<string, Intl.NumberFormat>();
