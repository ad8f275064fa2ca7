"use server";

import { read } from "@/app/[locale]/read-form";
import type { ActionState } from "@/components/action/action-state";
import { openRenewal } from "@/lib/admission/renewal";
import { asStaff } from "../act";
import { renewalForm } from "./schema";

/** Asks everybody with a place whether they go on, until a day; or changes that day. */
export async function renewalAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const { year, answerBy, count, typed } = read(form, renewalForm);
    await openRenewal({ year, answerBy, shown: { count, typed } }, actor);
    return { goTo: `/desk/renewal?year=${year}&said=renewalOpened` };
  });
}
