"use server";

import type { FormAction } from "@/components/action/action-state";
import { beginOwnSchool, forgetTestData } from "@/lib/office/setup/begin";
import { keepTexts } from "@/lib/office/setup/steps";
import { doThen } from "../act";

/** Takes the demo school away with its made-up families: never with anybody's enrollment. */
export const beginAction: FormAction = async (_, form) =>
  doThen(form, beginOwnSchool, "/desk/setup?said=demoRemoved", { enrollments: "made_up" });

/** Forgets what test keys have enrolled. */
export const forgetTestDataAction: FormAction = async (_, form) =>
  doThen(form, forgetTestData, "/desk/setup?said=testDataForgotten");

/** Keeps the legal texts as they are. */
export const keepTextsAction: FormAction = async (_, form) =>
  doThen(form, keepTexts, "/desk/setup?said=textsKept");
