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
type Context = { t: Translate; locale: Locale };
export type OptionWithHint = Option & { hint?: string };

/** Sorted by name, Spain first (W18). */
export function getCountryOptions(countries: readonly string[], locale: string): Option[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return countries
    .map((code) => ({ value: code, label: names.of(code.toUpperCase()) ?? code }))
    .sort((a, b) => compareSpain(a.value, b.value) || a.label.localeCompare(b.label, locale));
}

const compareSpain = (a: string, b: string) => Number(b === "es") - Number(a === "es");

/** Every country with its prefix; Spain first (W16). Of those that share one, the main country shows a saved prefix. */
export function getPrefixOptions(codes: readonly CallingCode[], locale: string): Option[] {
  const byCountry = new Map(
    codes.flatMap((code) => code.countries.map((country) => [country, code] as const)),
  );
  return getCountryOptions([...byCountry.keys()], locale).map(({ value: country, label }) => {
    const { prefix = "", countries: [main, ...others] = [] } = byCountry.get(country) ?? {};
    if (country !== main) return { value: `${prefix} ${country}`, label: `${label} (${prefix})` };
    return { value: prefix, label: `${label}${others.length > 0 ? "…" : ""} (${prefix})` };
  });
}

/** School years that are open for enrollment, with start of classes. */
export const getYearOptions = (
  years: readonly SchoolYear[],
  today: Day,
  { t, locale }: Context,
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
    .map((speciality) => toOption(speciality, locale))
    .sort((a, b) => a.label.localeCompare(b.label, locale));

/** The student's age at the start of the course, and how the school counts it. */
export type AtStart = { age: number; by: "birthday" | "birth_year"; year: string };

/** Suitable syllabi first, in a group whose label has the age; then all others by degree (families 4). */
export function getSyllabusOptions(
  syllabi: readonly CatalogueSyllabus[],
  student: Student,
  atStart: AtStart | undefined,
  { t, locale }: Context,
): OptionGroup[] {
  const suitable = atStart ? suggestCourses(syllabi, student).suitable : [];
  if (suitable.length === 0 || suitable.length === syllabi.length) return toGroups(syllabi, locale);
  const options = toGroups(suitable, locale).flatMap((group) => group.options);
  const others = syllabi.filter((syllabus) => !suitable.includes(syllabus));
  return [{ label: t("syllabus.fits", atStart), options }, ...toGroups(others, locale)];
}

function toOption(item: Named & { id: number }, locale: string): Option {
  const { text, lang } = getNameIn(item, locale);
  return { value: String(item.id), label: text, lang };
}

function toGroups(syllabi: readonly CatalogueSyllabus[], locale: string): OptionGroup[] {
  const degrees = new Map<number, { order: number; group: OptionGroup }>();
  for (const syllabus of syllabi) {
    const { id, order } = syllabus.degree;
    const { text, lang } = getNameIn(syllabus.degree, locale);
    const degree = degrees.get(id) ?? { order, group: { label: text, lang, options: [] } };
    degree.group.options.push(toOption(syllabus, locale));
    degrees.set(id, degree);
  }
  return [...degrees.values()].sort((a, b) => a.order - b.order).map(({ group }) => group);
}
