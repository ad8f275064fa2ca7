"use server";

import type { z } from "zod";
import type { ActionState } from "@/components/action/action-state";
import { mergeLabels, renameLabel, retireLabel } from "@/lib/enrollment/labels";
import type { Verb } from "@/lib/people/verb";
import { asStaff, inputOf } from "../act";

export async function renameLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onLabel(form, renameLabel, "label_renamed");
}

export async function mergeLabelsAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onLabel(form, mergeLabels, "labels_merged");
}

export async function retireLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onLabel(form, retireLabel, "label_retired");
}

async function onLabel<S extends z.ZodObject>(form: FormData, verb: Verb<S>, said: string) {
  return asStaff(form, async ({ actor }) => {
    await verb(inputOf(form, verb), actor);
    return { goTo: `/desk/labels?said=${said}` };
  });
}
