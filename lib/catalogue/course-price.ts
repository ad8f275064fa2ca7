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
export function tariffOf(
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
export function coursePrice(syllabus: Syllabus, tariff: Tariff, specialityId?: number): Price | undefined {
  const mandatory = sum(syllabus.subjects_mandatories.map(cents));
  const electives = syllabus.subjects_optionals.map(cents).sort((one, other) => one - other);
  const [cheapest, dearest] = [electives, electives.toReversed()].map((list) =>
    sum(list.slice(0, syllabus.min_electives)),
  ) as [number, number];
  const own = instrumentCosts(syllabus, specialityId);
  const least = mandatory + cheapest + Math.min(...own.costs);
  const most = mandatory + dearest + Math.max(...own.costs);
  if (most === 0) return;
  return { ...inBoth(least, tariff), atLeast: most > least, withSpeciality: own.asked };
}

/** What several children cost together; a lower bound while one of them has no price. */
export function familyPrice(prices: readonly (Price | undefined)[]): Price | undefined {
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

/** What each speciality's own subjects cost, or those of the one that is asked for. */
function instrumentCosts({ specialities, speciality_subjects: subjects }: Syllabus, specialityId?: number) {
  const costOf = (id: number) => sum(subjects.filter(({ speciality_id }) => speciality_id === id).map(cents));
  const taught = new Set([...specialities.map(({ id }) => id), ...subjects.map((own) => own.speciality_id)]);
  if (specialityId !== undefined && taught.has(specialityId))
    return {
      costs: [costOf(specialityId)],
      asked: subjects.some((own) => own.speciality_id === specialityId),
    };
  return { costs: taught.size > 0 ? [...taught].map(costOf) : [0], asked: false };
}

const inBoth = (amount: number, { by, months }: Tariff) =>
  by === "month"
    ? { month: amount, year: amount * months }
    : { month: Math.round(amount / months), year: amount };

/** Cents, so that sums are exact. */
const cents = ({ price }: { price: number }) => Math.round(price * 100);

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
