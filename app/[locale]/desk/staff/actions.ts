"use server";

import type { FormAction } from "@/components/action/action-state";
import { changeRole, inviteMember, removeMember, resetFactor } from "@/lib/people/staff/verbs";
import { asStaff, doThen, inputOf } from "../act";

/** Invites somebody; the link is shown to whoever invites, once. */
export const inviteAction: FormAction = async (_, form) =>
  asStaff(form, async ({ actor }) => {
    const input = inputOf(form, inviteMember);
    return { shown: { email: input.email, link: await inviteMember(input, actor) } };
  });

export const changeRoleAction: FormAction = async (_, form) =>
  doThen(form, changeRole, "/desk/staff?said=role_changed");

export const removeAction: FormAction = async (_, form) =>
  doThen(form, removeMember, "/desk/staff?said=removed");

export const resetFactorAction: FormAction = async (_, form) =>
  doThen(form, resetFactor, "/desk/staff?said=factor_reset");
