"use server";

import { getLocale } from "next-intl/server";
import { z } from "zod";
import { optionalText } from "@/app/[locale]/_lib/parse-form";
import { decideAsFamily } from "@/lib/decisions/family/verbs";
import { readCardShown } from "@/lib/family/account/queries";
import { confirmOwnPlace } from "@/lib/family/confirmations/verbs";
import { takeOwnDraft } from "@/lib/wizard/account/verbs";
import { getDraftAddress } from "../_lib/draft-redirect";
import { createAccountAction, redirectTo } from "../_lib/form-action";
import { endCurrentSession, getSignedInPersonId } from "../_lib/session";
import { findPageChanges } from "./page-changed";

const schema = z.object({ reference: optionalText });

export const undoWithdrawalAction = createAccountAction(schema, async (personId, { reference }, form) => {
  const now = new Date();
  const changeProblems = await findCardChanges(personId, reference, form, now);
  if (changeProblems) return changeProblems;
  await decideAsFamily({ reference, to: "pending" }, personId, now);
  return { redirect: "/account?said=takenBack" };
});

export const confirmOwnPlaceAction = createAccountAction(schema, async (personId, { reference }, form) => {
  const now = new Date();
  const changeProblems = await findCardChanges(personId, reference, form, now);
  if (changeProblems) return changeProblems;
  await confirmOwnPlace(personId, reference, now);
  return { redirect: "/account?said=kept" };
});

async function findCardChanges(personId: string, reference: string, form: FormData, now: Date) {
  const displayed = await readCardShown(personId, reference, now, await getLocale());
  return displayed && findPageChanges(form, displayed);
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
