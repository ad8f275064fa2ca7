"use server";

import { runThenRedirect } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { confirmLegalTexts, deleteTestData, removeDemo } from "@/lib/desk/setup/verbs";

/** Takes the demo school away with its made-up families: never with anybody's enrollment. */
export const removeDemoSchoolAction: FormAction = async (_, form) =>
  runThenRedirect(form, removeDemo, "/desk/setup?said=demoRemoved", { enrollments: "made_up" });

/** Forgets what test keys have enrolled. */
export const deleteTestDataAction: FormAction = async (_, form) =>
  runThenRedirect(form, deleteTestData, "/desk/setup?said=testDataForgotten");

/** Keeps the legal texts as they are. */
export const confirmLegalTextsAction: FormAction = async (_, form) =>
  runThenRedirect(form, confirmLegalTexts, "/desk/setup?said=textsKept");
