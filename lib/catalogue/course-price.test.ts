import fc from "fast-check";
import { expect, test } from "vitest";
import { getTranslator } from "@/lib/i18n/translator";
import { type CourseData, course, createSyllabus, price } from "@/test/support/data/random-courses";
import {
  calculateCoursePrice,
  comparePrices,
  formatPrice,
  getTariff,
  type Price,
  sumPrices,
  toSentenceCase,
} from "./course-price";

const YEAR = { period: "year", months: 10 } as const;
const MONTH = { period: "month", months: 10 } as const;

/** Every possible bill of a course, by trying all choices. */
function listBills(
  { mandatory, electives, required, instruments }: CourseData,
  speciality?: number,
): number[] {
  const taught = instruments.flatMap(({ listed, subjectPrices }, index) =>
    listed || subjectPrices.length > 0 ? [index + 1] : [],
  );
  const choices = taught.includes(speciality ?? 0) ? [speciality ?? 0] : taught.length > 0 ? taught : [0];
  const count = Math.min(required, electives.length);
  const sets = electives
    .reduce<number[][]>((sets, cost) => sets.concat(sets.map((set) => set.concat(cost))), [[]])
    .filter((set) => set.length === count);
  return choices.flatMap((instrument) =>
    sets.map(
      (set) => total(mandatory) + total(instruments[instrument - 1]?.subjectPrices ?? []) + total(set),
    ),
  );
}

const total = (costs: number[]) => costs.reduce((sum, cost) => sum + cost, 0);

test("families 37: the price of a course is its lowest bill, marked as a minimum if there are higher ones", () => {
  fc.assert(
    fc.property(
      course,
      fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
      (generated, speciality) => {
        const prices = listBills(generated.facts, speciality);
        const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
        const calculated = calculateCoursePrice(generated.syllabus, MONTH, speciality);
        if (highest === 0) expect(calculated).toBeUndefined();
        else
          expect(calculated).toMatchObject({ month: lowest, year: lowest * 10, atLeast: highest > lowest });
      },
    ),
  );
});

test("families 37: a course costs the same with prices per year and per month", () => {
  fc.assert(
    fc.property(course, ({ facts, syllabus }) => {
      const yearly = createSyllabus({
        ...facts,
        mandatory: facts.mandatory.map((cost) => cost * 10),
        electives: facts.electives.map((cost) => cost * 10),
        instruments: facts.instruments.map(({ listed, subjectPrices }) => ({
          listed,
          subjectPrices: subjectPrices.map((cost) => cost * 10),
        })),
      });
      expect(calculateCoursePrice(yearly, YEAR)).toEqual(calculateCoursePrice(syllabus, MONTH));
    }),
  );
});

test("families 4, 37: a family's price is the sum of the shown ones, a minimum if one is missing", () => {
  const optionalPrice = fc.option(
    fc.record<Price>({ month: price, year: price, atLeast: fc.boolean(), withSpeciality: fc.boolean() }),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.array(optionalPrice, { minLength: 1, maxLength: 5 }), (prices) => {
      const family = sumPrices(prices);
      const known = prices.filter((price) => price !== undefined);
      const sums = {
        month: total(known.map(({ month }) => month)),
        year: total(known.map(({ year }) => year)),
        atLeast: known.length < prices.length || known.some(({ atLeast }) => atLeast),
      };
      if (known.length === 0) expect(family).toBeUndefined();
      else expect(family).toMatchObject(sums);
      const sorted = [...prices].sort(comparePrices);
      expect(sorted.slice(0, known.length)).not.toContain(undefined);
    }),
  );
});

test("months of class are the calendar months of the school year", () => {
  const months = (start_school_year: string, end_school_year: string) =>
    getTariff({ start_school_year, end_school_year }, "year").months;
  expect(months("2026-09-07", "2027-06-30")).toBe(10);
  expect(months("2026-01-31", "2026-12-01")).toBe(12);
  expect(months("2026-10-01", "2026-10-31")).toBe(1);
});

test.each([
  ["es", "132,50 € al mes", "desde 132,50 € al mes", "1325,00 € por curso"],
  ["ca", "132,50 € al mes", "des de 132,50 € al mes", "1.325,00 € per curs"],
  ["en", "€132.50 a month", "from €132.50 a month", "€1,325.00 a school year"],
] as const)("a price in %s", (locale, exact, atLeast, year) => {
  const t = getTranslator(locale, "price");
  const coursePrice = { month: 13_250, year: 132_500, atLeast: false, withSpeciality: true };
  const withoutNbsp = (text: string) => text.replaceAll("\u00a0", " ");
  expect(withoutNbsp(formatPrice(coursePrice, t, locale).line)).toBe(exact);
  expect(withoutNbsp(formatPrice(coursePrice, t, locale).year)).toBe(year);
  expect(withoutNbsp(formatPrice({ ...coursePrice, atLeast: true }, t, locale).line)).toBe(atLeast);
  expect(formatPrice(undefined, t, locale).line).toBe(t("unknown"));
});

test("an instrument in a sentence is lower case, an abbreviation stays", () => {
  expect(["Violín", "Òrgan", "DJ", "TIC"].map(toSentenceCase)).toEqual(["violín", "òrgan", "DJ", "TIC"]);
});
