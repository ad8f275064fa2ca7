import type { SchoolYear, Syllabus } from "./schema";

/** What the catalogue's prices are for: a month of class, or a school year, and how many such months it has. */
export type Tariff = { by: "month" | "year"; months: number };

/** What somebody pays, in cents of a euro: by the month and by the school year, whichever the catalogue holds. */
export type Price = {
  month: number;
  year: number;
  /** It may be more: which speciality or which electives they take is not known. */
  atLeast: boolean;
  /** The subjects of the speciality that was asked for are in it. */
  withSpeciality: boolean;
};

/** The tariff of a school year; months of class are those in which it has a day. */
export function getTariff(
  {
    start_school_year: start,
    end_school_year: end,
  }: Pick<SchoolYear, "start_school_year" | "end_school_year">,
  by: Tariff["by"],
): Tariff {
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return { by, months: Math.max(1, monthOf(end) - monthOf(start) + 1) };
}

/**
 * What a course costs, with its instrument and the electives that it requires: of each that is still open, the cheapest.
 *
 * @param specialityId the speciality that the student would take
 * @returns undefined where the catalogue has no price for any of it: that cannot be compared
 */
export function calculateCoursePrice(
  syllabus: Syllabus,
  tariff: Tariff,
  specialityId?: number,
): Price | undefined {
  const { least, most } = sumSubjects(syllabus, cents, specialityId);
  if (most === 0) return;
  const withSpeciality = syllabus.speciality_subjects.some((own) => own.speciality_id === specialityId);
  return { ...toMonthAndYear(least, tariff), atLeast: most > least, withSpeciality };
}

/** Minutes of class a week, counted as the price is; a subject's hours are those of all its classes in a week. */
export function calculateCourseMinutes(syllabus: Syllabus, specialityId?: number) {
  const { least, most } = sumSubjects(syllabus, minutes, specialityId);
  return { minutes: least, atLeast: most > least };
}

/** Specialities in which a course is taught; none where it is for everybody alike. */
export const listSpecialityIds = ({ specialities, speciality_subjects: subjects }: Syllabus): Set<number> =>
  new Set([...specialities.map(({ id }) => id), ...subjects.map((own) => own.speciality_id)]);

/** What several children cost together; a lower bound while one of them has no price. */
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

/** In order of what is paid; what may be more comes after what is not, and what has no price last. */
export function comparePrices(one: Price | undefined, other: Price | undefined): number {
  if (!one || !other) return Number(!one) - Number(!other);
  return one.year - other.year || Number(one.atLeast) - Number(other.atLeast);
}

/** The words of the messages' part `price`, whoever translates them. */
type Translate = (
  key: "month" | "fromMonth" | "year" | "fromYear" | "from" | "perMonth" | "unknown",
  values?: { price: string },
) => string;

type PriceText = {
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

/** An instrument's name within a sentence: "Violín" as "violín"; "TIC" and "DJ" stay. */
export const toSentenceCase = (name: string): string =>
  /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase("es") + name.slice(1) : name;

/** Minutes as they are said: "30 min", "1 h 45 min". */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join("\u00a0");
}

type Taken = Syllabus["subjects_mandatories"][number];

/** The least and the most of something that a student takes of a course, by its speciality if that is known. */
function sumSubjects(syllabus: Syllabus, of: (subject: Taken) => number, specialityId?: number) {
  const electives = syllabus.subjects_optionals.map(of).sort((one, other) => one - other);
  const required = Math.min(syllabus.min_electives, electives.length);
  const taught = listSpecialityIds(syllabus);
  const open = taught.has(specialityId ?? 0) ? [specialityId] : taught.size > 0 ? [...taught] : [0];
  const own = open.map((id) =>
    sum(syllabus.speciality_subjects.filter(({ speciality_id }) => speciality_id === id).map(of)),
  );
  const mandatory = sum(syllabus.subjects_mandatories.map(of));
  return {
    least: mandatory + Math.min(...own) + sum(electives.slice(0, required)),
    most: mandatory + Math.max(...own) + sum(electives.slice(electives.length - required)),
  };
}

const toMonthAndYear = (amount: number, { by, months }: Tariff) =>
  by === "month"
    ? { month: amount, year: amount * months }
    : { month: Math.round(amount / months), year: amount };

/** Cents, so that sums are exact. */
const cents = ({ price }: { price: number }) => Math.round(price * 100);

function minutes({ school_hours }: { school_hours: string }): number {
  const [whole = 0, rest = 0] = school_hours.split(":").map(Number);
  return whole * 60 + rest;
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Cents as euros: "42,50 €". */
export function formatEuros(cents: number, locale: string): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" });
  formats.set(locale, format);
  return format.format(cents / 100);
}

const formats = new Map<string, Intl.NumberFormat>();
