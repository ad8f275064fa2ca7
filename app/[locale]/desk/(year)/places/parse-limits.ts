import { z } from "zod";
import { optionalInteger, parseForm } from "@/app/[locale]/_lib/parse-form";
import { DomainError } from "@/lib/people/verb";

/** Empty means unlimited. */
const limitSchema = z
  .string()
  .default("")
  .transform((text) => (text.trim() === "" ? null : (optionalInteger.parse(text.trim()) ?? Number.NaN)));

const pairSchema = z.object({
  year: optionalInteger,
  pairSpeciality: optionalInteger,
  pairSyllabus: optionalInteger,
});

/**
 * Limits (`limit-SPECIALITY-SYLLABUS`) with their previous value, and a new pair.
 * @throws DomainError for an invalid number
 */
export function parseLimits(form: FormData) {
  const { year, pairSpeciality, pairSyllabus } = parseForm(form, pairSchema);
  const fields = [...form.keys()]
    .filter((name) => name.startsWith("limit-"))
    .map((name) => ({
      name,
      ids: name
        .split("-")
        .slice(1)
        .map((id) => optionalInteger.parse(id)),
    }));
  if (pairSpeciality && pairSyllabus) fields.push({ name: "pairLimit", ids: [pairSpeciality, pairSyllabus] });
  const limits = fields.map(({ name, ids: [speciality = null, syllabus = null] }) => ({
    name,
    specialityId: speciality,
    syllabusId: syllabus,
    places: parseLimit(form, name),
    was: parseLimit(form, `was-${name}`),
  }));
  const invalidLimits = limits.filter(({ places }) => Number.isNaN(places));
  if (invalidLimits.length > 0)
    throw new DomainError(...invalidLimits.map(({ name }) => ({ field: name, code: "limit_is_no_number" })));
  return { year: year ?? Number.NaN, limits };
}

const parseLimit = (form: FormData, name: string) => limitSchema.parse(form.get(name) ?? undefined);
