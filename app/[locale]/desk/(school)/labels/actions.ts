"use server";

import { runThenRedirect } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { mergeLabels, renameLabel, retireLabel } from "@/lib/desk/labels/verbs";

export const renameLabelAction: FormAction = async (_, form) =>
  runThenRedirect(form, renameLabel, "/desk/labels?said=label_renamed");

export const mergeLabelsAction: FormAction = async (_, form) =>
  runThenRedirect(form, mergeLabels, "/desk/labels?said=labels_merged");

export const retireLabelAction: FormAction = async (_, form) =>
  runThenRedirect(form, retireLabel, "/desk/labels?said=label_retired");
