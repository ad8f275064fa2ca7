"use server";

import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { eraseForRequest, recordRequest, settleRequest } from "@/lib/desk/data/verbs";

/** Requests by letter or telephone. */
export const noteRequestAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const id = await recordRequest(readActionInput(form, recordRequest), actor);
    return { goTo: `/desk/data/${id}` };
  });

export const settleRequestAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const settled = await settleRequest(readActionInput(form, settleRequest), actor);
    return { goTo: settled ? "/desk/data?said=requestSettled" : "/desk/data" };
  });

/** Stops without changes if a child would lose its only guardian. */
export const eraseAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const erased = await eraseForRequest(readActionInput(form, eraseForRequest), actor);
    return { goTo: erased ? "/desk/data?said=erased" : "/desk/data" };
  });
