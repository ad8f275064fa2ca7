"use server";

import type { ActionState, FormAction } from "@/components/action/action-state";
import { removeSuppression, setMailPause } from "@/lib/desk/mail/verbs";
import { asStaff, inputOf } from "../act";
import { orLate } from "../or-late";
import { ownAddress } from "../session";

/** Pauses e-mails to families, or lets them go on (desk 47). */
export const pauseAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const input = inputOf(form, setMailPause);
    await setMailPause(input, actor);
    return { goTo: await ownAddress({ said: input.paused === "yes" ? "mailPaused" : "mailGoesOn" }) };
  });

/** Lets mail go to an address again. */
export async function liftAddressAction(_: ActionState, form: FormData): Promise<ActionState> {
  const late = { gone: await ownAddress({ said: "addressGone" }) };
  return asStaff(form, ({ actor }) =>
    orLate(late, async () => {
      await removeSuppression(inputOf(form, removeSuppression), actor);
      return { goTo: await ownAddress({ said: "addressLifted" }) };
    }),
  );
}
