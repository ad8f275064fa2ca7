import type { useFormatter, useTranslations } from "next-intl";
import type { Option, OptionGroup } from "@/components/ui/select";
import { fitsAge } from "@/lib/catalogue/find-courses";
import type { SchoolYear, Speciality, Syllabus } from "@/lib/catalogue/schema";
import { syllabusFacts } from "@/lib/catalogue/syllabus-facts";
import { catalogueLang } from "@/lib/i18n/locales";
import type { CallingCode } from "@/lib/reference/lists";

type Translate = ReturnType<typeof useTranslations<"wizard">>;
type Format = ReturnType<typeof useFormatter>;
type Words = { t: Translate; format: Format; locale: string };

/** Countries by their names in the page's language; Spain comes first (W18). */
export function countryOptions(countries: readonly string[], locale: string): Option[] {
  const name = countryNames(locale);
  return countries
    .map((code) => ({ value: code, label: name(code) }))
    .sort((one, other) => spainFirst(one.value, other.value) || one.label.localeCompare(other.label, locale));
}

const spainFirst = (one: string, other: string) => Number(other === "es") - Number(one === "es");

/** A country's name in a language. */
export function countryNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return (code) => names.of(code.toUpperCase()) ?? code;
}

const NAMED = 3;

/** Phone prefixes with the countries that share them; Spain comes first (W16). */
export function prefixOptions(codes: readonly CallingCode[], locale: string): Option[] {
  const name = countryNames(locale);
  return codes
    .map(({ prefix, countries }) => {
      const named = countries.slice(0, NAMED).map(name).join(", ");
      const more = countries.length > NAMED ? "…" : "";
      return { value: prefix, label: `${named}${more} (${prefix})`, spain: countries.includes("es") };
    })
    .sort(
      (one, other) => Number(other.spain) - Number(one.spain) || one.label.localeCompare(other.label, locale),
    )
    .map(({ value, label }) => ({ value, label }));
}

/** The school years that can be enrolled for. */
export const yearOptions = (years: readonly SchoolYear[]): Option[] =>
  years.map(({ id, year }) => ({ value: String(id), label: year }));

/** Specialities by name. */
export const specialityOptions = (specialities: readonly Speciality[], locale: string): Option[] =>
  specialities
    .map(({ id, name }) => ({ value: String(id), label: name, lang: catalogueLang(locale) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));

/** A syllabus in a word: its own name, or its course's. */
export const syllabusName = ({ name, course, degree }: Syllabus): string =>
  name || `${degree.name}, ${course.name}`;

/** The speciality that the sums are made with; without one they are lower bounds, and say so. */
type Taken = Pick<Speciality, "id" | "name"> | undefined;

/** How old the student is when the course begins, how the school counts that, and in which year it is. */
type AtStart = { age: number; by: "birthday" | "birth_year"; year: string };

/**
 * Syllabi with their prices (W25): those that fit the student's age when the course begins come first, under
 * words that say so, then all others by degree (families 4).
 */
export function syllabusOptions(
  syllabi: readonly Syllabus[],
  taken: Taken,
  student: AtStart | undefined,
  words: Words,
): OptionGroup[] {
  if (!student) return byDegree(syllabi, taken, words);
  const fitting = syllabi.filter((syllabus) => fitsAge(syllabus, student.age));
  if (fitting.length === 0 || fitting.length === syllabi.length) return byDegree(syllabi, taken, words);
  const options = byDegree(fitting, taken, words).flatMap((group) => group.options);
  const others = syllabi.filter((syllabus) => !fitting.includes(syllabus));
  return [{ label: words.t("syllabus.fits", student), options }, ...byDegree(others, taken, words)];
}

function byDegree(syllabi: readonly Syllabus[], taken: Taken, { t, format, locale }: Words): OptionGroup[] {
  const lang = catalogueLang(locale);
  const degrees = new Map<number, { order: number; group: OptionGroup }>();
  for (const syllabus of syllabi) {
    const { id, order, name } = syllabus.degree;
    const degree = degrees.get(id) ?? { order, group: { label: name, lang, options: [] } };
    const { shortPrice } = factWords(syllabus, taken, t, format);
    degree.group.options.push({
      value: String(syllabus.id),
      label: `${syllabusName(syllabus)} · ${shortPrice}`,
      lang,
    });
    degrees.set(id, degree);
  }
  return [...degrees.values()].sort((one, other) => one.order - other.order).map(({ group }) => group);
}

/** Degree and course as the catalogue calls them, and age, hours, subjects and price in a line. */
export type FactLine = { name: string; lang?: string; facts: string };

/** What to say of each syllabus when it is chosen, by its id. */
export function syllabusFactLines(
  syllabi: readonly Syllabus[],
  taken: Taken,
  { t, format, locale }: Words,
): Record<string, FactLine> {
  return Object.fromEntries(
    syllabi.map((syllabus) => {
      const { age, hours, subjects, price } = factWords(syllabus, taken, t, format);
      const name = `${syllabus.degree.name}, ${syllabus.course.name}`;
      return [
        syllabus.id,
        { name, lang: catalogueLang(locale), facts: [age, hours, subjects, price].join(" · ") },
      ];
    }),
  );
}

function factWords(syllabus: Syllabus, taken: Taken, t: Translate, format: Format) {
  const facts = syllabusFacts(syllabus, taken?.id);
  const price = format.number(facts.price, { style: "currency", currency: "EUR" });
  const shortPrice = facts.atLeast ? t("syllabus.atLeast", { price }) : price;
  return {
    age: t("syllabus.age", { age: syllabus.age }),
    hours: t("syllabus.hours", {
      hours: format.number(facts.weeklyMinutes / 60, { maximumFractionDigits: 2 }),
    }),
    subjects: t("syllabus.subjects", { count: facts.subjects }),
    shortPrice,
    /** A sum that is higher than in the catalogue's own list says with what. */
    price: taken && facts.withSpeciality ? t("syllabus.with", { price, speciality: taken.name }) : shortPrice,
  };
}
