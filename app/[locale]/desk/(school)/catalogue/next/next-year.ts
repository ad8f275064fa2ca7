import { z } from "zod";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import type { SchoolYear } from "@/lib/catalogue/schema";

/** Control names. */
export const nextYearFields = [
  "label",
  "start_enrollment",
  "end_enrollment",
  "start_school_year",
  "end_school_year",
  "percent",
  "roundTo",
] as const;

type Query = Record<string, string | string[] | undefined>;

/** 29 February becomes 28 February. */
const addYears = (day: string, years: number) =>
  `${Number(day.slice(0, 4)) + years}${day.endsWith("-02-29") ? "-02-28" : day.slice(4)}`;

const shiftLabel = (label: string, years: number) =>
  label.replace(/\d{4}/g, (year) => String(Number(year) + years));

/** From address or form; defaults to the year after `from`. */
export function getNextYear(from: SchoolYear, schoolYears: SchoolYear[], query: Query) {
  let offset = 1;
  while (schoolYears.some(({ year }) => year === shiftLabel(from.year, offset))) offset++;
  const readText = (name: string) => (typeof query[name] === "string" ? query[name].trim() : undefined);
  const readDay = (name: "start_enrollment" | "start_school_year" | "end_school_year") =>
    readText(name) ?? addYears(from[name], offset);
  const end = readText("end_enrollment") ?? (from.end_enrollment && addYears(from.end_enrollment, offset));
  return {
    from: from.id,
    year: readText("label") ?? shiftLabel(from.year, offset),
    start_enrollment: readDay("start_enrollment"),
    end_enrollment: end || null,
    start_school_year: readDay("start_school_year"),
    end_school_year: readDay("end_school_year"),
    percent: Number((readText("percent") || "0").replace(",", ".").replace(/\s*%$/, "")),
    roundTo: Number(readText("roundTo") ?? 50) as 1 | 10 | 50 | 100,
  };
}

const names = ["from", "seen", ...nextYearFields] as const;

/** @throws DomainError */
export const parseNextYearForm = (form: FormData) =>
  parseForm(
    form,
    z.object(
      Object.fromEntries(names.map((name) => [name, optionalText])) as Record<
        (typeof names)[number],
        typeof optionalText
      >,
    ),
  );
