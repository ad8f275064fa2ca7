"use server";

import type { FormAction } from "@/components/action/action-state";
import { eraseForRequest, recordRequest, settleRequest } from "@/lib/desk/data/verbs";
import { asStaff, inputOf } from "../act";

/** Notes what somebody asked by letter or telephone, and leads to it. */
export const noteRequestAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const id = await recordRequest(inputOf(form, recordRequest), actor);
    return { goTo: `/desk/data/${id}` };
  });

export const settleRequestAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const settled = await settleRequest(inputOf(form, settleRequest), actor);
    return { goTo: settled ? "/desk/data?said=requestSettled" : "/desk/data" };
  });

/** Erases; what it meets on the way (a child's only guardian) is said and nothing is done. */
export const eraseAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const erased = await eraseForRequest(inputOf(form, eraseForRequest), actor);
    return { goTo: erased ? "/desk/data?said=erased" : "/desk/data" };
  });
