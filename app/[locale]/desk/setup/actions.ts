"use server";

import type { FormAction } from "@/components/action/action-state";
import { confirmLegalTexts, deleteTestData, removeDemo } from "@/lib/desk/setup/verbs";
import { doThen } from "../act";

/** Takes the demo school away with its made-up families: never with anybody's enrollment. */
export const beginAction: FormAction = async (_, form) =>
  doThen(form, removeDemo, "/desk/setup?said=demoRemoved", { enrollments: "made_up" });

/** Forgets what test keys have enrolled. */
export const forgetTestDataAction: FormAction = async (_, form) =>
  doThen(form, deleteTestData, "/desk/setup?said=testDataForgotten");

/** Keeps the legal texts as they are. */
export const keepTextsAction: FormAction = async (_, form) =>
  doThen(form, confirmLegalTexts, "/desk/setup?said=textsKept");
