"use server";

import { z } from "zod";
import { optionalText, readFormData } from "@/app/[locale]/_lib/parse-form";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { removePicture, setPicture } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";

const pictureSchema = z.object({
  speciality: optionalText,
  alt_es: optionalText,
  alt_ca: optionalText,
  alt_en: optionalText,
});

/** Unvalidated. */
async function parsePictureForm(form: FormData) {
  const fields = pictureSchema.parse(readFormData(form, pictureSchema));
  const file = form.get("picture");
  if (!(file instanceof File) || file.size === 0) return fields;
  return { ...fields, picture: Buffer.from(await file.arrayBuffer()) };
}

/** Saves the picture or its alternative text. */
export const savePictureAction = createStaffAction(async ({ actor }, form) => {
  requirePermission(actor, "change_settings"); // before the file is read
  const picture = await parsePictureForm(form);
  await setPicture(picture, actor);
  return { redirect: toRowPage(picture, "picture") };
});

export const removePictureAction = createStaffAction(async ({ actor }, form) => {
  const picture = await parsePictureForm(form);
  await removePicture(picture, actor);
  return { redirect: toRowPage(picture, "pictureRemoved") };
});

const toRowPage = ({ speciality }: { speciality: string }, flash: string) =>
  `/desk/catalogue/specialities/${speciality}?said=${flash}`;
