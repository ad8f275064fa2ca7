"use server";

import { runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { removePicture, setPicture } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import { parsePictureForm } from "./parse-picture-form";

/** Saves a speciality's picture, or other words for the one it has. */
export const savePictureAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    requirePermission(actor, "change_settings"); // before the file is read
    await setPicture(await parsePictureForm(form), actor);
    return { goTo: "/desk/pictures?said=picture" };
  });

/** Takes it away. */
export const removePictureAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    await removePicture(await parsePictureForm(form), actor);
    return { goTo: "/desk/pictures?said=pictureRemoved" };
  });
