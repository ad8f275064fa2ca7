"use server";

import { z } from "zod";
import { parseForm } from "@/app/[locale]/_lib/parse-form";
import { getClient, runWithoutSession } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { withAttemptLimit } from "@/lib/people/limits";
import { acceptInvitation } from "@/lib/people/staff/verbs";
import { DomainError } from "@/lib/people/verb";

const text = z.string().default("");
const acceptance = z.object({ token: text, name: text, password: text });

/** Does not sign in, so that every sign-in asks for the second factor. */
export const acceptInvitationAction: FormAction = async (_, form) =>
  runWithoutSession(form, async () => {
    const { token, ...input } = parseForm(form, acceptance);
    const counted = { "password address": (await getClient()).address, "password token": token };
    const accepted = await withAttemptLimit(counted, () => acceptInvitation(token, input, new Date()));
    if (accepted === "limited") throw new DomainError({ code: "limited" });
    const closed = accepted === "wrong";
    return { goTo: closed ? `/desk/invitation/${encodeURIComponent(token)}` : "/desk/sign-in?said=accepted" };
  });
