"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/desk/action-state";
import { addLabel, addNote, removeLabel } from "@/lib/desk/notes";
import { asStaff, field } from "./act";
import { ownPath } from "./session";

export async function addNoteAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const issue = await addNote(actor, await referenceHere(), field(form, "note"));
    if (issue) return { problems: [{ field: "note", words: t(`note_${issue}`) }] };
    return { goTo: `${await ownPath()}?said=noted` };
  });
}

export async function addLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  const t = await getTranslations("desk.problems");
  return asStaff(form, async ({ actor }) => {
    const issue = await addLabel(actor, await referenceHere(), field(form, "label"));
    if (issue) return { problems: [{ field: "label", words: t(`label_${issue}`) }] };
    return { goTo: `${await ownPath()}?said=labelled` };
  });
}

export async function removeLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    await removeLabel(actor, await referenceHere(), field(form, "id"));
    return { goTo: `${await ownPath()}?said=unlabelled` };
  });
}

/** The enrollment on whose page the form stands. */
async function referenceHere(): Promise<string> {
  return (await ownPath()).split("/")[3] ?? "";
}
