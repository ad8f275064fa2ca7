"use server";

import { z } from "zod";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { confirmOwnPlace } from "@/lib/family/confirmations/verbs";
import { takeOwnDraft } from "@/lib/wizard/drafts/verbs";
import { getDraftAddress } from "../_lib/draft-redirect";
import { createAccountAction, optionalText, redirectTo } from "../_lib/form-action";
import { endCurrentSession, getSignedInPersonId } from "../_lib/session";

const named = z.object({ reference: optionalText });

export const undoWithdrawalAction = createAccountAction(named, async (personId, { reference }) => {
  await decideAsFamily({ reference, to: "pending" }, personId, new Date());
  return { goTo: "/account?said=takenBack" };
});

export const confirmOwnPlaceAction = createAccountAction(named, async (personId, { reference }) => {
  await confirmOwnPlace(personId, reference, new Date());
  return { goTo: "/account?said=kept" };
});

/** Goes on with the draft that was offered, in the account: who is signed in needs no link from the mail. */
export async function resumeDraftAction(): Promise<never> {
  const personId = await getSignedInPersonId();
  return redirectTo(personId ? await getDraftAddress(await takeOwnDraft(personId)) : "/sign-in");
}

export async function signOutAction(): Promise<never> {
  await endCurrentSession();
  return redirectTo("/sign-in");
}
