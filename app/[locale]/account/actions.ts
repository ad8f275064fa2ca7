"use server";

import { z } from "zod";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { confirmOwnPlace } from "@/lib/family/confirmations/verbs";
import { takeOwnDraft } from "@/lib/wizard/drafts/verbs";
import { asFamily, leaveFor, text } from "./act";
import { goOnWith } from "./go-on-with";
import { dropSession, signedInPerson } from "./session-cookie";

const named = z.object({ reference: text });

export const takeBackAction = asFamily(named, async (personId, { reference }) => {
  await decideAsFamily({ reference, to: "pending" }, personId, new Date());
  return { goTo: "/account?said=takenBack" };
});

export const keepPlaceAction = asFamily(named, async (personId, { reference }) => {
  await confirmOwnPlace(personId, reference, new Date());
  return { goTo: "/account?said=kept" };
});

/** Goes on with the draft that was offered, in the account: who is signed in needs no link from the mail. */
export async function takeDraftAction(): Promise<never> {
  const personId = await signedInPerson();
  return leaveFor(personId ? await goOnWith(await takeOwnDraft(personId)) : "/sign-in");
}

export async function signOutAction(): Promise<never> {
  await dropSession();
  return leaveFor("/sign-in");
}
