"use server";

import { z } from "zod";
import { optionalText, parseForm } from "@/app/[locale]/_lib/parse-form";
import { createSignInAction, getClient } from "@/app/[locale]/desk/_lib/staff-action";
import { withAttemptLimit } from "@/lib/people/limits";
import { acceptInvitation } from "@/lib/people/staff/verbs";
import { DomainError } from "@/lib/people/verb";

const invitationSchema = z.object({ token: optionalText, name: optionalText, password: optionalText });

/** Does not sign in, so that every sign-in asks for the second factor. */
export const acceptInvitationAction = createSignInAction(async (form) => {
  const { token, ...input } = parseForm(form, invitationSchema);
  const limits = { "password address": (await getClient()).address, "password token": token };
  const result = await withAttemptLimit(limits, () => acceptInvitation(token, input, new Date()));
  if (result === "limited") throw new DomainError({ code: "limited" });
  const closed = result === "wrong";
  return {
    redirect: closed ? `/desk/invitation/${encodeURIComponent(token)}` : "/desk/sign-in?said=accepted",
  };
});
