"use server";

import { parseDecisionForm } from "@/app/[locale]/desk/_lib/parse-decision-form";
import { getDecisionMailPreviews } from "@/app/[locale]/desk/_lib/preview-mails";
import { getPagePath, getSubjectId } from "@/app/[locale]/desk/_lib/session";
import { createStaffAction } from "@/app/[locale]/desk/_lib/staff-action";
import { catchDecisionConflict } from "@/app/[locale]/desk/(day)/enrollments/[reference]/catch-decision-conflict";
import { getNextAddress } from "@/app/[locale]/desk/(day)/enrollments/[reference]/next-address";
import type { FormAction } from "@/components/forms/action-state";
import { type DecisionInput, decideAndNotify } from "@/lib/decisions/verbs";

/** Decides, or previews the mails; a refusal keeps the preview. */
export const decideAction: FormAction = async (state, form) => ({
  preview: state.preview,
  ...(await decide(state, form)),
});

const decide = createStaffAction(async (session, form) => {
  const { actor } = session;
  const reference = await getSubjectId();
  const { intent, to, ...rest } = parseDecisionForm(form);
  // In the pane the form contains the state; on its page, the address.
  const state = to ?? (await getPagePath()).split("/")[5];
  const input = { reference, to: state as DecisionInput["to"], ...rest };
  return catchDecisionConflict(actor, reference, async () => {
    if (intent === "show") return {}; // reloads the form with the speciality's syllabi
    if (intent === "look") return { preview: await getDecisionMailPreviews(input, actor) };
    await decideAndNotify(input, actor, new Date());
    return { redirect: await getNextAddress(session, reference, intent === "next") };
  });
});
