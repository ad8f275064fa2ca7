import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";

/** Control names of a new year's dates. */
export const newYearFields = [
  "year",
  "start_enrollment",
  "end_enrollment",
  "start_school_year",
  "end_school_year",
] as const;

const text = z.string().default("");

const importSchema = z.object({
  kept: text,
  seen: text,
  school_year: text,
  ...(Object.fromEntries(newYearFields.map((name) => [name, text])) as Record<
    (typeof newYearFields)[number],
    typeof text
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
