"use server";

import type { ActionState } from "@/components/action/action-state";
import { removePicture, setPicture } from "@/lib/office/pictures";
import { asStaff } from "../act";
import { readPictureForm } from "./schema";

/** Saves a speciality's picture, or other words for the one it has. */
export async function pictureAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    await setPicture(await readPictureForm(form), actor);
    return { goTo: "/desk/pictures?said=picture" };
  });
}

/** Takes it away. */
export async function removePictureAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    await removePicture(await readPictureForm(form), actor);
    return { goTo: "/desk/pictures?said=pictureRemoved" };
  });
}
