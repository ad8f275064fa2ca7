import { z } from "zod";
import { readFormData } from "@/app/[locale]/_lib/parse-form";

const text = z.string().default("");

const pictureForm = z.object({ speciality: text, alt_es: text, alt_ca: text, alt_en: text });

/** Unvalidated. */
export async function parsePictureForm(form: FormData) {
  const said = pictureForm.parse(readFormData(form, pictureForm));
  const file = form.get("picture");
  if (!(file instanceof File) || file.size === 0) return said;
  return { ...said, picture: Buffer.from(await file.arrayBuffer()) };
}
