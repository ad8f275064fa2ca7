"use server";

import type { z } from "zod";
import type { ActionState } from "@/components/action/action-state";
import { changeRole, inviteMember, removeMember, resetFactor } from "@/lib/people/staff/members";
import type { Verb } from "@/lib/people/verb";
import { asStaff, inputOf } from "../act";

/** Invites somebody; the link is shown to whoever invites, once. */
export async function inviteAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const input = inputOf(form, inviteMember);
    return { shown: { email: input.email, link: await inviteMember(input, actor) } };
  });
}

export async function changeRoleAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onMember(form, changeRole, "role_changed");
}

export async function removeAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onMember(form, removeMember, "removed");
}

export async function resetFactorAction(_: ActionState, form: FormData): Promise<ActionState> {
  return onMember(form, resetFactor, "factor_reset");
}

async function onMember<S extends z.ZodObject>(form: FormData, verb: Verb<S>, said: string) {
  return asStaff(form, async ({ actor }) => {
    await verb(inputOf(form, verb), actor);
    return { goTo: `/desk/staff?said=${said}` };
  });
}
