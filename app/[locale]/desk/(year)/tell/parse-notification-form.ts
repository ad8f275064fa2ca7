import { z } from "zod";
import { optionalInteger, parseForm } from "@/app/[locale]/_lib/parse-form";
import { getSelectedYear } from "@/app/[locale]/desk/_lib/selected-year";
import { DomainError } from "@/lib/people/verb";
import { parseSchoolTime } from "./parse-school-time";

const text = z.string().default("");

const tellForm = z.object({
  year: text,
  day: text,
  time: text,
  /** The previewed number, and the typed one. */
  count: optionalInteger.transform((count = 0) => count),
  typed: text,
});

/**
 * `at` is undefined for now.
 * @throws DomainError
 */
export async function parseNotificationForm(form: FormData) {
  const { year: named, ...said } = parseForm(form, tellForm);
  const [at, { years }] = await Promise.all([parseSchoolTime(said.day, said.time), getSelectedYear(named)]);
  if (at === "wrong" || (at && at < new Date())) throw new DomainError({ field: "day", code: "invalid" });
  const year = years.find(({ id }) => String(id) === named)?.id;
  if (year === undefined) throw new DomainError({ code: "place_unknown" });
  return { ...said, year, at };
}
