"use server";

import { runThenRedirect } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { confirmLegalTexts, deleteTestData, removeDemo } from "@/lib/desk/setup/verbs";

/** Removes demo school and demo families; refuses if there are other enrollments. */
export const removeDemoSchoolAction: FormAction = async (_, form) =>
  runThenRedirect(form, removeDemo, "/desk/setup?said=demoRemoved", { enrollments: "made_up" });

/** Deletes enrollments of test keys. */
export const deleteTestDataAction: FormAction = async (_, form) =>
  runThenRedirect(form, deleteTestData, "/desk/setup?said=testDataForgotten");

/** Confirms the legal texts without changes. */
export const confirmLegalTextsAction: FormAction = async (_, form) =>
  runThenRedirect(form, confirmLegalTexts, "/desk/setup?said=textsKept");
