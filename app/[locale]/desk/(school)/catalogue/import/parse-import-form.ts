import { z } from "zod";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";

/** Control names of a new year's dates. */
export const newYearFields = [
  "year",
  "start_enrollment",
  "end_enrollment",
  "start_school_year",
  "end_school_year",
] as const;

const importSchema = z.object({
  kept: optionalText,
  seen: optionalText,
  school_year: optionalText,
  ...(Object.fromEntries(newYearFields.map((name) => [name, optionalText])) as Record<
    (typeof newYearFields)[number],
    typeof optionalText
  >),
});

/** The uploaded file, or the key of the previewed one; and the year of a list. */
export async function parseImportForm(form: FormData) {
  const { kept, seen, school_year: id, ...days } = parseForm(form, importSchema);
  const schoolYear = { id, ...days };
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return { kept, seen, schoolYear };
  const upload = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  return { upload, kept: "", seen: "", schoolYear };
}
