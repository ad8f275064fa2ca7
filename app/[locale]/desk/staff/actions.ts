"use server";

import type { ActionState } from "@/components/action/action-state";
import { changeRole, inviteMember, removeMember, resetFactor } from "@/lib/people/staff/members";
import { asStaff, doThen, inputOf } from "../act";

/** Invites somebody; the link is shown to whoever invites, once. */
export async function inviteAction(_: ActionState, form: FormData): Promise<ActionState> {
  return asStaff(form, async ({ actor }) => {
    const input = inputOf(form, inviteMember);
    return { shown: { email: input.email, link: await inviteMember(input, actor) } };
  });
}

export async function changeRoleAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, changeRole, "/desk/staff?said=role_changed");
}

export async function removeAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, removeMember, "/desk/staff?said=removed");
}

export async function resetFactorAction(_: ActionState, form: FormData): Promise<ActionState> {
  return doThen(form, resetFactor, "/desk/staff?said=factor_reset");
}
