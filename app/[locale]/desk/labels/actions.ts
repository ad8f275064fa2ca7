"use server";

import type { ActionState } from "@/components/action/action-state";
import { mergeLabels, renameLabel, retireLabel } from "@/lib/enrollment/labels";
import { doThen } from "../act";

export async function renameLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, renameLabel, "/desk/labels?said=label_renamed");
}

export async function mergeLabelsAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, mergeLabels, "/desk/labels?said=labels_merged");
}

export async function retireLabelAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, retireLabel, "/desk/labels?said=label_retired");
}
