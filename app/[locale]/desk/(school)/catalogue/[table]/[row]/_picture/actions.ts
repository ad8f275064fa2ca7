"use server";

import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { removePicture, setPicture } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import { parsePictureForm } from "./parse-picture-form";

/** Saves the picture or its alternative text. */
export const savePictureAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    requirePermission(actor, "change_settings"); // before the file is read
    const picture = await parsePictureForm(form);
    await setPicture(picture, actor);
    return { goTo: pageOf(picture, "picture") };
  });

export const removePictureAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const picture = await parsePictureForm(form);
    await removePicture(picture, actor);
    return { goTo: pageOf(picture, "pictureRemoved") };
  });

const pageOf = ({ speciality }: { speciality: string }, said: string) =>
  `/desk/catalogue/specialities/${speciality}?said=${said}`;
