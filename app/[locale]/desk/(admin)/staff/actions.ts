"use server";

import { readActionInput, runAsStaff, runThenRedirect } from "@/app/[locale]/desk/_lib/staff-action";
import type { FormAction } from "@/components/forms/action-state";
import { changeRole, inviteMember, removeMember, resetFactor } from "@/lib/people/staff/verbs";

/** The link is shown once. */
export const inviteAction: FormAction = async (_, form) =>
  runAsStaff(form, async ({ actor }) => {
    const input = readActionInput(form, inviteMember);
    return { shown: { email: input.email, link: await inviteMember(input, actor) } };
  });

export const changeRoleAction: FormAction = async (_, form) =>
  runThenRedirect(form, changeRole, "/desk/staff?said=role_changed");

export const removeAction: FormAction = async (_, form) =>
  runThenRedirect(form, removeMember, "/desk/staff?said=removed");

export const resetFactorAction: FormAction = async (_, form) =>
  runThenRedirect(form, resetFactor, "/desk/staff?said=factor_reset");
