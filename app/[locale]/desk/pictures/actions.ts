"use server";

import type { FormAction } from "@/components/action/action-state";
import { removePicture, setPicture } from "@/lib/desk/settings/verbs";
import { requirePermission } from "@/lib/people/staff/permissions";
import { asStaff } from "../act";
import { readPictureForm } from "./schema";

/** Saves a speciality's picture, or other words for the one it has. */
export const pictureAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    requirePermission(actor, "change_settings"); // before the file is read
    await setPicture(await readPictureForm(form), actor);
    return { goTo: "/desk/pictures?said=picture" };
  });

/** Takes it away. */
export const removePictureAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    await removePicture(await readPictureForm(form), actor);
    return { goTo: "/desk/pictures?said=pictureRemoved" };
  });
