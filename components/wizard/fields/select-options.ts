import type { useTranslations } from "next-intl";
import type { Option, OptionGroup } from "@/components/ui/controls/select";
import { getNameIn, type Named } from "@/lib/catalogue/names";
import type { CatalogueSpeciality, CatalogueSyllabus, SchoolYear } from "@/lib/catalogue/schema";
import { type Student, suggestCourses } from "@/lib/catalogue/suggest-courses";
import { addElision, formatDay } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locales";
import type { Day } from "@/lib/platform/dates";
import type { CallingCode } from "@/lib/reference/values";

type Translate = ReturnType<typeof useTranslations<"wizard">>;
type Words = { t: Translate; locale: Locale };
export type OptionWithHint = Option & { hint?: string };

/** Sorted by name, Spain first (W18). */
export function getCountryOptions(countries: readonly string[], locale: string): Option[] {
  const name = getCountryNames(locale);
  return countries
    .map((code) => ({ value: code, label: name(code) }))
    .sort((one, other) => spainFirst(one.value, other.value) || one.label.localeCompare(other.label, locale));
}

const spainFirst = (one: string, other: string) => Number(other === "es") - Number(one === "es");

export function getCountryNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return (code) => names.of(code.toUpperCase()) ?? code;
}

const NAMED = 3;

/** Prefixes with their countries; Spain first (W16). */
export function getPrefixOptions(codes: readonly CallingCode[], locale: string): Option[] {
  const name = getCountryNames(locale);
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

/** School years that are open for enrollment, with start of classes. */
export const getYearOptions = (
  years: readonly SchoolYear[],
  today: Day,
  { t, locale }: Words,
): OptionWithHint[] =>
  years.map(({ id, year, start_school_year: starts }) => {
    const day = addElision({ day: formatDay(starts, locale) });
    return { value: String(id), label: year, hint: t(starts > today ? "years.coming" : "years.begun", day) };
  });

export const getSpecialityOptions = (
  specialities: readonly CatalogueSpeciality[],
  locale: string,
): Option[] =>
  specialities
    .map((one) => toOption(one, locale))
    .sort((one, other) => one.label.localeCompare(other.label, locale));

/** The student's age at the start of the course, and how the school counts it. */
type AtStart = { age: number; by: "birthday" | "birth_year"; year: string };

/** Suitable syllabi first, in a group whose label has the age; then all others by degree (families 4). */
export function getSyllabusOptions(
  syllabi: readonly CatalogueSyllabus[],
  student: Student,
  atStart: AtStart | undefined,
  { t, locale }: Words,
): OptionGroup[] {
  const fitting = atStart ? suggestCourses(syllabi, student).suited : [];
  if (!atStart || fitting.length === 0 || fitting.length === syllabi.length) return byDegree(syllabi, locale);
  const options = byDegree(fitting, locale).flatMap((group) => group.options);
  const others = syllabi.filter((syllabus) => !fitting.includes(syllabus));
  return [{ label: t("syllabus.fits", atStart), options }, ...byDegree(others, locale)];
}

function toOption(of: Named & { id: number }, locale: string): Option {
  const { text, lang } = getNameIn(of, locale);
  return { value: String(of.id), label: text, lang };
}

function byDegree(syllabi: readonly CatalogueSyllabus[], locale: string): OptionGroup[] {
  const degrees = new Map<number, { order: number; group: OptionGroup }>();
  for (const syllabus of syllabi) {
    const { id, order } = syllabus.degree;
    const { text, lang } = getNameIn(syllabus.degree, locale);
    const degree = degrees.get(id) ?? { order, group: { label: text, lang, options: [] } };
    degree.group.options.push(toOption(syllabus, locale));
    degrees.set(id, degree);
  }
  return [...degrees.values()].sort((one, other) => one.order - other.order).map(({ group }) => group);
}
