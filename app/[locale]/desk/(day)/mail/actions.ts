"use server";

import { getPageAddress } from "@/app/[locale]/desk/_lib/session";
import { readActionInput, runAsStaff } from "@/app/[locale]/desk/_lib/staff-action";
import { orLate } from "@/app/[locale]/desk/or-late";
import type { ActionState, FormAction } from "@/components/forms/action-state";
import { removeSuppression, setMailPause } from "@/lib/desk/mail/verbs";

/** Pauses or resumes mail to families (desk 47). */
export const pauseMailAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const input = readActionInput(form, setMailPause);
    await setMailPause(input, actor);
    return { goTo: await getPageAddress({ said: input.paused === "yes" ? "mailPaused" : "mailGoesOn" }) };
  });

export async function removeSuppressionAction(_: ActionState, form: FormData): Promise<ActionState> {
  const late = { gone: await getPageAddress({ said: "addressGone" }) };
  return runAsStaff(form, ({ actor }) =>
    orLate(late, async () => {
      await removeSuppression(readActionInput(form, removeSuppression), actor);
      return { goTo: await getPageAddress({ said: "addressLifted" }) };
    }),
  );
}
