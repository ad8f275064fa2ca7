"use server";

import { getTranslations } from "next-intl/server";
import type { ActionState } from "@/components/action/action-state";
import { eraseFor, noteRequest, settleRequest } from "@/lib/office/data-requests";
import { ErasureRefusal } from "@/lib/privacy/erase";
import { asStaff } from "../act";
import { field } from "../form-field";

const requestId = (form: FormData) => Number(/^\d{1,9}$/.exec(field(form, "request"))?.[0] ?? 0);

/** Notes what somebody asked by letter or telephone, and leads to it. */
export async function noteRequestAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const kind = field(form, "kind") === "erasure" ? "erasure" : "access";
    const id = await noteRequest(actor, kind, field(form, "email"), new Date());
    if (id) return { goTo: `/desk/data/${id}` };
    const t = await getTranslations("desk.data");
    return { problems: [{ field: "email", words: t("unknown") }] };
  });
}

export async function settleRequestAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const outcome = field(form, "outcome") === "refused" ? "refused" : "done";
    const settled = await settleRequest(actor, requestId(form), outcome, new Date());
    return { goTo: settled ? "/desk/data?said=requestSettled" : "/desk/data" };
  });
}

/** Erases; what it meets on the way (a child's only guardian) is said and nothing is done. */
export async function eraseAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const t = await getTranslations("desk.data");
    if (field(form, "sure") !== "yes") return { problems: [{ field: "sure", words: t("notSure") }] };
    try {
      const erased = await eraseFor(actor, requestId(form), field(form, "children") === "yes", new Date());
      return { goTo: erased ? "/desk/data?said=erased" : "/desk/data" };
    } catch (error) {
      if (!(error instanceof ErasureRefusal)) throw error;
      const references = error.references.join(", ");
      return { problems: [{ field: "children", words: t("onlyGuardian", { references }) }] };
    }
  });
}
