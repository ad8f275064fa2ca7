"use server";

import { asStaff } from "@/app/[locale]/desk/act";
import { readDecision } from "@/app/[locale]/desk/decision-form";
import { previewOf } from "@/app/[locale]/desk/decision-preview";
import { afterDeciding } from "@/app/[locale]/desk/enrollments/[reference]/after-deciding";
import { orStale } from "@/app/[locale]/desk/enrollments/[reference]/or-stale";
import { aboutHere, ownPath } from "@/app/[locale]/desk/session";
import type { FormAction } from "@/components/action/action-state";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";

/** Decides, or shows what the decision would send. */
export const decideAction: FormAction = async (_, form) =>
  asStaff(form, async (session) => {
    const { actor } = session;
    const reference = await aboutHere();
    const { intent, to, ...said } = readDecision(form);
    // A pane's form says what its page's address would.
    const state = to ?? (await ownPath()).split("/")[5];
    const input = { reference, to: state as DecisionInput["to"], ...said };
    return orStale(actor, reference, async () => {
      if (intent === "look") return { preview: await previewOf(input, actor) };
      await decideAndNotify(input, actor, new Date());
      return { goTo: await afterDeciding(session, reference, intent === "next") };
    });
  });
