"use server";

import { z } from "zod";
import { asVisitor, requester } from "@/app/[locale]/desk/act";
import { read } from "@/app/[locale]/read-form";
import type { FormAction } from "@/components/action/action-state";
import { withAttemptLimit } from "@/lib/people/limits";
import { acceptInvitation } from "@/lib/people/staff/verbs";
import { ActionError } from "@/lib/people/verb";

const text = z.string().default("");
const acceptance = z.object({ token: text, name: text, password: text });

/** Name and password behind an invitation; signing in follows, so that every way in is the same one. */
export const acceptAction: FormAction = async (_, form) =>
  asVisitor(form, async () => {
    const { token, ...input } = read(form, acceptance);
    const counted = { "password address": (await requester()).address, "password token": token };
    const accepted = await withAttemptLimit(counted, () => acceptInvitation(token, input, new Date()));
    if (accepted === "limited") throw new ActionError({ code: "limited" });
    const closed = accepted === "wrong";
    return { goTo: closed ? `/desk/invitation/${encodeURIComponent(token)}` : "/desk/sign-in?said=accepted" };
  });
