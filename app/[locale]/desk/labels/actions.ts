"use server";

import type { FormAction } from "@/components/action/action-state";
import { mergeLabels, renameLabel, retireLabel } from "@/lib/desk/labels/verbs";
import { doThen } from "../act";

export const renameLabelAction: FormAction = async (_, form) =>
  doThen(form, renameLabel, "/desk/labels?said=label_renamed");

export const mergeLabelsAction: FormAction = async (_, form) =>
  doThen(form, mergeLabels, "/desk/labels?said=labels_merged");

export const retireLabelAction: FormAction = async (_, form) =>
  doThen(form, retireLabel, "/desk/labels?said=label_retired");
