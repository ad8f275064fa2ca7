"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { cardShown, readAccountCard } from "@/lib/family/account/queries";
import { confirmOwnPlace } from "@/lib/family/confirmations/verbs";
import { takeOwnDraft } from "@/lib/wizard/account/verbs";
import { getDraftAddress } from "../_lib/draft-redirect";
import { createAccountAction, redirectTo } from "../_lib/form-action";
import { endCurrentSession, getSignedInPersonId } from "../_lib/session";
import { findPageChanges } from "./page-changed";

const schema = z.object({ reference: optionalText });

export const undoWithdrawalAction = createCardAction("takenBack", (personId, reference, now) =>
  decideAsFamily({ reference, to: "pending" }, personId, now),
);

export const confirmOwnPlaceAction = createCardAction("kept", confirmOwnPlace);

/** A button of an enrollment's card; refused where the card has changed since. */
function createCardAction(flash: string, run: typeof confirmOwnPlace) {
  return createAccountAction(schema, async (personId, { reference }, form) => {
    const now = new Date();
    const card = await readAccountCard(personId, reference, now, await getLocale());
    const changeProblems = card && (await findPageChanges(form, cardShown(card)));
    if (changeProblems) return changeProblems;
    await run(personId, reference, now);
    return { redirect: `/account?said=${flash}` };
  });
}

/** Signed-in people need no link from a mail. */
export async function resumeDraftAction(): Promise<never> {
  const personId = await getSignedInPersonId();
  return redirectTo(personId ? await getDraftAddress(await takeOwnDraft(personId)) : "/sign-in");
}

export async function signOutAction(): Promise<never> {
  await endCurrentSession();
  return redirectTo("/sign-in");
}
