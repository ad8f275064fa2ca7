"use server";

import type { ActionState } from "@/components/action/action-state";
import { beginOwnSchool, forgetTestData } from "@/lib/office/setup/begin";
import { keepTexts } from "@/lib/office/setup/steps";
import { doThen } from "../act";

/** Takes the demo school away with its made-up families: never with anybody's enrollment. */
export async function beginAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, beginOwnSchool, "/desk/setup?said=demoRemoved", { enrollments: "made_up" });
}

/** Forgets what test keys have enrolled. */
export async function forgetTestDataAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, forgetTestData, "/desk/setup?said=testDataForgotten");
}

/** Keeps the legal texts as they are. */
export async function keepTextsAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, keepTexts, "/desk/setup?said=textsKept");
}
